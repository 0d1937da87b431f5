import type { UpdateType } from './update.ts'

export const releaseSteps = ['major', 'minor', 'patch', 'unknown'] as const
export type ReleaseStep = (typeof releaseSteps)[number]

/**
 * How far an update goes, by the first number that changes. WordPress counts 6.8 and 6.9 as two major versions, so its
 * first two numbers are one. Whatever is not numbers with dots between them is unknown: better than a guess.
 */
export function releaseStep(type: UpdateType, current: string, next: string): ReleaseStep {
  const [from, to] = [numbersOf(current), numbersOf(next)]
  if (!from || !to) return 'unknown'
  const place = [0, 1, 2, 3].find((index) => from[index] !== to[index])
  if (place === 0) return 'major'
  if (place === 1) return type === 'core' ? 'major' : 'minor'
  return 'patch'
}

/** `6.9-RC2` has the numbers 6 and 9; a missing one is 0. Without leading zeros, so that 1.02 is 1.2. */
function numbersOf(version: string): [string, string, string, string] | null {
  const numbers = /^v?(\d+(?:\.\d+)*)(?:[-+ ~._]?[a-z].*)?$/i.exec(version.trim())?.[1]?.split('.')
  if (!numbers) return null
  const at = (place: number) => numbers[place]?.replace(/^0+(?=\d)/, '') ?? '0'
  return [at(0), at(1), at(2), at(3)]
}
