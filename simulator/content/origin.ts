import type { Business } from '../catalogue/businesses.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Plan } from './plan.ts'

/** Input for generating the contents of one site. */
export interface Origin {
  readonly seed: string
  readonly index: number
  readonly business: Business
  readonly plan: Plan
  /** Unix seconds at which the fleet was started; dates in the contents are relative to it. */
  readonly startedAt: number
}

/** Each subject has its own random stream, so that one does not change another. */
export const chanceFor = (origin: Origin, subject: string): Random => randomFrom(origin.seed, origin.index, subject)

/** 0 = neglected for years, 1 = always up to date. */
export const upkeepOf = (origin: Origin): number => Math.sqrt(chanceFor(origin, 'upkeep').next())
