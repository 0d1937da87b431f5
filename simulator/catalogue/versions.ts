import { randomFrom } from '../random.ts'

/** The releases before a version, newest first: 5.3.1, 5.3.0, 5.2.4 … the same for everybody. */
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
  let place = earlier.length - 1
  while (place >= 0 && earlier[place] === 0) place--
  if (place < 0 || (place === 0 && earlier[0] === 1)) return null
  earlier[place] = (earlier[place] as number) - 1
  for (let after = place + 1; after < earlier.length; after++) earlier[after] = place === 0 ? 9 : lastOfEarlier
  return earlier
}

/** Negative when a is older than b. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.')
  const right = b.split('.')
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = (Number.parseInt(left[place] ?? '0', 10) || 0) - (Number.parseInt(right[place] ?? '0', 10) || 0)
    if (difference !== 0) return difference
  }
  return 0
}
