/** The host of an address as people write it: münchen.example for xn--mnchen-3ya.example. Invalid labels stay as they are. */
export const unicodeHost = (host: string): string =>
  host.includes('xn--') ? host.split('.').map(unicodeLabel).join('.') : host

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** RFC 3492. */
function unicodeLabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  const encoded = label.slice(4)
  const delimiter = encoded.lastIndexOf('-')
  const decoded = delimiter > 0 ? [...encoded.slice(0, delimiter)] : []
  let [next, codePoint, index, bias] = [delimiter > 0 ? delimiter + 1 : 0, 128, 0, 72]
  while (next < encoded.length) {
    const before = index
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digits.indexOf(encoded[next++] ?? '?')
      if (digit < 0) return label
      index += digit * weight
      const threshold = Math.min(26, Math.max(1, step - bias))
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const size = decoded.length + 1
    bias = adapt(index - before, size, before === 0)
    codePoint += Math.floor(index / size)
    if (codePoint > 0x10ffff) return label
    index %= size
    decoded.splice(index++, 0, String.fromCodePoint(codePoint))
  }
  return decoded.join('') || label
}

function adapt(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / size)
  let step = 0
  for (; rest > 455; step += 36) rest = Math.floor(rest / 35)
  return step + Math.floor((36 * rest) / (rest + 38))
}
