import { z } from 'zod'
import { releaseStep } from './release-step.ts'
import type { UpdateType } from './update.ts'

/** How many updates go how far. */
export const StepCounts = z.object({ major: z.int(), minor: z.int(), patch: z.int(), unknown: z.int() })
export type StepCounts = z.output<typeof StepCounts>

interface Move {
  type: UpdateType
  current_version: string
  new_version: string
  updates: number
}

export function countSteps(moves: readonly Move[]): StepCounts {
  const counts = { major: 0, minor: 0, patch: 0, unknown: 0 }
  for (const { type, current_version, new_version, updates } of moves) {
    counts[releaseStep(type, current_version, new_version)] += updates
  }
  return counts
}
