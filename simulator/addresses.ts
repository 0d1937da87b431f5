/** `127.10.0.1` plus 300 is `127.10.1.45`. */
export function addressAt(base: string, offset: number): string {
  const parts = base.split('.').map(Number)
  if (parts.length !== 4 || parts[0] !== 127 || parts.some((part) => !(part >= 0 && part <= 255))) {
    throw new Error(`The first address must be in 127.0.0.0/8 (for example 127.10.0.1), not "${base}".`)
  }
  const number = parts.reduce((sum, part) => sum * 256 + part, 0) + offset
  if (number >= 128 * 2 ** 24) throw new Error(`There are not enough loopback addresses from ${base} on.`)
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}
