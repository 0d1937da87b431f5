/** Versions as WordPress people write them: 6.4.3, 2.0-beta2, 10.1rc1. Compared part by part. */

const ranks: Record<string, number> = { dev: 0, alpha: 1, a: 1, beta: 2, b: 2, rc: 3, c: 3, pl: 5, p: 5 }
const ofRelease = 4

type Part = { rank: number; number: number }

function partsOf(version: string): Part[] {
  const tokens =
    version
      .toLowerCase()
      .replace(/^v(?=\d)/, '')
      .match(/\d+|[a-z]+/g) ?? []
  return tokens.map((token) =>
    /\d/.test(token)
      ? { rank: ofRelease + 2, number: Number(token.slice(0, 15)) }
      : { rank: ranks[token] ?? -1, number: 0 },
  )
}

/** Below 0 when the first is older, above 0 when it is newer. A missing part counts as a release: 1.0 is newer than 1.0-beta. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = compareParts(a[place], b[place])
    if (difference !== 0) return difference
  }
  return 0
}

function compareParts(a: Part | undefined, b: Part | undefined): number {
  const absent: Part = { rank: ofRelease, number: 0 }
  const [one, other] = [a ?? absent, b ?? absent]
  if (one.rank !== other.rank) {
    // 1.0 and 1.0.0 are the same release.
    if (!a && other.rank === ofRelease + 2 && other.number === 0) return 0
    if (!b && one.rank === ofRelease + 2 && one.number === 0) return 0
    return one.rank - other.rank
  }
  return one.number - other.number
}

export interface VersionRange {
  /** `*`: from the first version on. */
  from: string
  from_inclusive: boolean
  /** `*`: no end, it was never mended. */
  to: string
  to_inclusive: boolean
}

export function isWithin(version: string, { from, from_inclusive, to, to_inclusive }: VersionRange): boolean {
  // Nobody can say anything about a version that is not known.
  if (!/\d/.test(version)) return false
  const afterStart = from === '*' ? 1 : compareVersions(version, from)
  const beforeEnd = to === '*' ? -1 : compareVersions(version, to)
  return (from_inclusive ? afterStart >= 0 : afterStart > 0) && (to_inclusive ? beforeEnd <= 0 : beforeEnd < 0)
}
