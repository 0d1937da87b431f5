import type { Business } from '../catalogue/businesses.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Plan } from './plan.ts'

/** From what the contents of one site are made. */
export interface Origin {
  readonly seed: string
  readonly index: number
  readonly business: Business
  readonly plan: Plan
  /** Unix seconds at which the fleet was started; dates in the contents count back from it. */
  readonly startedAt: number
}

/** Each subject draws from its own stream, so that one does not shift another. */
export const chanceFor = (origin: Origin, subject: string): Random => randomFrom(origin.seed, origin.index, subject)

/** 0 = neglected for years, 1 = always up to date. */
export const upkeepOf = (origin: Origin): number => Math.sqrt(chanceFor(origin, 'upkeep').next())
