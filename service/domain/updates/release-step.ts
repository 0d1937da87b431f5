import { z } from 'zod'
import type { UpdateType } from './update.ts'

export const ReleaseStep = z
  .enum(['major', 'minor', 'patch', 'unknown'])
  .describe('Major, minor or patch, by the first number that changes.')
export type ReleaseStep = z.output<typeof ReleaseStep>

/**
 * Major, minor or patch, by the first number that changes. For WordPress 6.8 and 6.9 are two major versions, so its first
 * two numbers count as one. Versions that are not numbers with dots are unknown.
 */
export function releaseStep(type: UpdateType, current: string, next: string): ReleaseStep {
  const [from, to] = [numbersOf(current), numbersOf(next)]
  if (!from || !to) return 'unknown'
  const first = [0, 1, 2, 3].find((index) => from[index] !== to[index])
  if (first === 0) return 'major'
  if (first === 1) return type === 'core' ? 'major' : 'minor'
  return 'patch'
}

/** `6.9-RC2` has the numbers 6 and 9; a missing one is 0. Without leading zeros, so that 1.02 is 1.2. */
function numbersOf(version: string): [string, string, string, string] | null {
  const numbers = /^v?(\d+(?:\.\d+)*)(?:[-+ ~._]?[a-z].*)?$/i.exec(version.trim())?.[1]?.split('.')
  if (!numbers) return null
  const at = (index: number) => numbers[index]?.replace(/^0+(?=\d)/, '') ?? '0'
  return [at(0), at(1), at(2), at(3)]
}

export const StepCounts = z.object({ major: z.int(), minor: z.int(), patch: z.int(), unknown: z.int() })
export type StepCounts = z.output<typeof StepCounts>

interface VersionChange {
  type: UpdateType
  current_version: string
  new_version: string
  updates: number
}

export function countSteps(changes: readonly VersionChange[]): StepCounts {
  const counts = { major: 0, minor: 0, patch: 0, unknown: 0 }
  for (const { type, current_version, new_version, updates } of changes) {
    counts[releaseStep(type, current_version, new_version)] += updates
  }
  return counts
}
