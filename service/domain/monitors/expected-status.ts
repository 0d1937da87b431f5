/** Which HTTP statuses mean that a site is up, as text: `200-206,301`. */

const part = /^([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?$/

/** The stored form of a list, from numbers and texts such as `200-206`; null when invalid. */
export function readExpectedStatus(given: readonly (string | number)[]): string | null {
  const ranges: [number, number][] = []
  for (const text of given.flatMap((entry) => String(entry).split(','))) {
    const found = part.exec(text.trim())
    const [from, to] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])]
    if (!found || from > to) return null
    ranges.push([from, to])
  }
  if (ranges.length === 0 || ranges.length > 100) return null
  return merge(ranges)
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
    .join(',')
}

export function isExpected(expected: string, status: number): boolean {
  return expected.split(',').some((range) => {
    const [from = Number.NaN, to = from] = range.split('-').map(Number)
    return status >= from && status <= to
  })
}

function merge(ranges: [number, number][]): [number, number][] {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
