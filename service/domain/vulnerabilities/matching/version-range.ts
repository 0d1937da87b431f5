import { compareVersions } from '../../../platform/connector/reading/versions.ts'

export interface VersionRange {
  /** `*`: from the first version. */
  from: string
  from_inclusive: boolean
  /** `*`: no end; no version fixes it. */
  to: string
  to_inclusive: boolean
}

export function isInRange(version: string, { from, from_inclusive, to, to_inclusive }: VersionRange): boolean {
  if (!/\d/.test(version)) return false
  const afterStart = from === '*' ? 1 : compareReleases(version, from)
  const beforeEnd = to === '*' ? -1 : compareReleases(version, to)
  return (from_inclusive ? afterStart >= 0 : afterStart > 0) && (to_inclusive ? beforeEnd <= 0 : beforeEnd < 0)
}

/**
 * Negative if the first is older. PHP's order has 1.0 older than 1.0.0; here they are the same release, so that 2.1.0 is
 * within “up to 2.1”. A leading v does not count.
 */
export const compareReleases = (one: string, other: string): number =>
  compareVersions(withoutEndZeros(one), withoutEndZeros(other))

function withoutEndZeros(version: string): string {
  const text = version.replace(/^v(?=\d)/i, '')
  const numbers = /^[\d.]*/.exec(text)?.[0] ?? ''
  const parts = numbers.split('.')
  while (parts.length > 1 && Number(parts.at(-1)) === 0) parts.pop()
  return parts.join('.') + text.slice(numbers.length)
}
