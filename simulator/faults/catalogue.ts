import { bodies } from './bodies.ts'
import { bombs } from './bombs.ts'
import type { FaultType } from './fault-type.ts'
import { payloads } from './payloads.ts'
import { redirects, statuses } from './statuses.ts'
import { transport } from './transport.ts'

export type { FaultOptions } from './fault-type.ts'

const flaky = {
  flaky: { summary: 'A share of the calls (0.3 unless given) fails in one of the usual ways.' },
} as const satisfies Record<string, FaultType>

/** Every type of fault, by name. */
export const faultTypes = { ...transport, ...statuses, ...redirects, ...bombs, ...bodies, ...payloads, ...flaky }

export type FaultName = keyof typeof faultTypes

export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultTypes, name)

/** Faults of flaky sites. */
export const flakyFaults: readonly FaultName[] = [
  'reset',
  'http-500',
  'http-500-after',
  'http-502',
  'http-503',
  'truncated',
  'slow',
]

const namesOf = (types: object) => Object.keys(types).filter(isFaultName)

/** Faults of the hostile sites of a fleet, in this order: every class of attack once before one repeats. */
export const hostileFaults: readonly FaultName[] = [
  ...namesOf(bombs),
  'endless-body',
  'slow-drip',
  'slow-headers',
  'endless-headers',
  'huge-body',
  'not-http',
  'bad-chunks',
  'length-lie',
  'cookie-flood',
  ...namesOf(redirects),
  ...namesOf(bodies),
  ...namesOf(payloads),
]
