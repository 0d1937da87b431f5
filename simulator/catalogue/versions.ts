import { randomFrom } from '../random.ts'

/** The releases before a version, newest first: 5.3.1, 5.3.0, 5.2.4 … the same for every site. */
export function releasesUpTo(newest: string, name: string, count = 14): string[] {
  const random = randomFrom('releases', name)
  const releases = [newest]
  let parts = newest.split('.').map(Number)
  while (releases.length < count) {
    const before = previous(parts, random.between(0, 4))
    if (before === null) break
    parts = before
    releases.push(parts.join('.'))
  }
  return releases
}

function previous(parts: readonly number[], lastOfEarlier: number): number[] | null {
  const earlier = [...parts]
  let index = earlier.length - 1
  while (index >= 0 && earlier[index] === 0) index--
  if (index < 0 || (index === 0 && earlier[0] === 1)) return null
  earlier[index] = (earlier[index] ?? 0) - 1
  for (let after = index + 1; after < earlier.length; after++) earlier[after] = index === 0 ? 9 : lastOfEarlier
  return earlier
}

/** Negative when a is older than b. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.')
  const right = b.split('.')
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (Number.parseInt(left[index] ?? '0', 10) || 0) - (Number.parseInt(right[index] ?? '0', 10) || 0)
    if (difference !== 0) return difference
  }
  return 0
}
