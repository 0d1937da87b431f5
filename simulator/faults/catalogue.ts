import { bodies } from './bodies.ts'
import { bombs } from './bombs.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { payloads } from './payloads.ts'
import { redirects, statuses } from './statuses.ts'
import { transport } from './transport.ts'

export type { FaultOptions } from './misbehaviour.ts'

const flaky = {
  flaky: { summary: 'A share of the calls (0.3 unless given) fails in one of the usual ways.' },
} as const satisfies Record<string, Misbehaviour>

/** Every way to misbehave, by name. */
export const misbehaviours = { ...transport, ...statuses, ...redirects, ...bombs, ...bodies, ...payloads, ...flaky }

export type MisbehaviourName = keyof typeof misbehaviours

export const isMisbehaviour = (name: string): name is MisbehaviourName => Object.hasOwn(misbehaviours, name)

/** Faults of flaky sites. */
export const flakyFaults: readonly MisbehaviourName[] = [
  'reset',
  'http-500',
  'http-500-after',
  'http-502',
  'http-503',
  'truncated',
  'slow',
]

/** Faults of the hostile sites of a fleet, in this order: every class of attack once before one repeats. */
export const hostileFaults: readonly MisbehaviourName[] = [
  ...(Object.keys(bombs) as MisbehaviourName[]),
  'endless-body',
  'slow-drip',
  'slow-headers',
  'endless-headers',
  'huge-body',
  'not-http',
  'bad-chunks',
  'length-lie',
  'cookie-flood',
  ...(Object.keys(redirects) as MisbehaviourName[]),
  ...(Object.keys(bodies) as MisbehaviourName[]),
  ...(Object.keys(payloads) as MisbehaviourName[]),
]
