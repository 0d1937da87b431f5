import fc from 'fast-check'
import { expect, it } from 'vitest'
import { transition, type WorkEvent, type WorkState } from './lifecycle.ts'

const limits = { maxAttempts: 3 }
const leaseMs = 30_000
const created: WorkState = { name: 'waiting', dueAt: 0, attempts: 0, retries: 0 }

const holder = fc.constantFrom('one', 'two')
/** The clock may be set back at any time. */
const now = fc.integer({ min: 0, max: 300_000 })
const workEvent: fc.Arbitrary<WorkEvent> = fc.oneof(
  fc.record({ name: fc.constant('lease' as const), holder, now, leaseMs: fc.constant(leaseMs) }),
  fc.record({ name: fc.constant('begin' as const), holder }),
  fc.record({ name: fc.constant('renew' as const), holder, now, leaseMs: fc.constant(leaseMs) }),
  fc.record({
    name: fc.constant('finish' as const),
    holder,
    end: fc.constantFrom('done' as const, 'failed' as const, 'unknown' as const, 'cancelled' as const),
  }),
  fc.record({ name: fc.constant('retry-later' as const), holder, dueAt: fc.option(now) }),
  fc.record({ name: fc.constant('release' as const), holder }),
  fc.record({ name: fc.constant('cancel' as const) }),
  fc.record({ name: fc.constant('give-up' as const) }),
  fc.record({ name: fc.constant('sweep' as const), now }),
  fc.record({ name: fc.constant('reopen' as const), now }),
)
const events = fc.array(workEvent, { maxLength: 60 })
const apply = (state: WorkState, event: WorkEvent) => transition(state, event, limits)
/** Later than every lease and due time of a sequence. */
const muchLater = 1_000_000

it('gives each life exactly one end, and changes nothing after it but by a retry of a person', () => {
  fc.assert(
    fc.property(events, (sequence) => {
      const ends = new Map<number, number>()
      let state: WorkState = created
      for (const event of sequence) {
        const next = apply(state, event)
        if (state.name === 'ended' && event.name !== 'reopen') expect(next).toBe(state)
        if (next !== state && next.name === 'ended') ends.set(next.retries, (ends.get(next.retries) ?? 0) + 1)
        expect(next.retries - state.retries).toBe(event.name === 'reopen' && next !== state ? 1 : 0)
        state = next
      }
      for (const count of ends.values()) expect(count).toBe(1)
    }),
    { numRuns: 2_000 },
  )
})

it('runs only under a lease: a worker that lost it, or whose work has ended, changes nothing', () => {
  fc.assert(
    fc.property(events, (sequence) => {
      let state: WorkState = created
      for (const event of sequence) {
        const next = apply(state, event)
        const isByWorker = ['begin', 'renew', 'finish', 'release', 'retry-later'].includes(event.name)
        if (next !== state && isByWorker && 'holder' in event)
          expect(state).toMatchObject({ name: 'leased', holder: event.holder })
        // A take-over waits for the end of the lease, and cancelled work is never started again.
        if (next !== state && event.name === 'lease') {
          if (state.name === 'leased') expect([state.until < event.now, state.isCancelling]).toEqual([true, false])
          else expect(state.name === 'waiting' && state.dueAt <= event.now).toBe(true)
          expect(next.attempts).toBeLessThanOrEqual(limits.maxAttempts)
        }
        state = next
      }
    }),
    { numRuns: 2_000 },
  )
})

it('always ends: cancelled work by the sweep alone after its lease, other work by workers that crash or finish', () => {
  fc.assert(
    fc.property(events, fc.boolean(), (sequence, workersCrash) => {
      const state = sequence.reduce(apply, created as WorkState)
      const cancelled = apply(apply(state, { name: 'cancel' }), { name: 'sweep', now: muchLater })
      expect(cancelled.name).toBe('ended')
      let left = state
      let time = muchLater
      for (let worker = 0; worker <= limits.maxAttempts && left.name !== 'ended'; worker++) {
        time += 2 * leaseMs
        left = apply(left, { name: 'sweep', now: time })
        left = apply(left, { name: 'lease', holder: `worker ${worker}`, now: time, leaseMs })
        if (!workersCrash) left = apply(left, { name: 'finish', holder: `worker ${worker}`, end: 'done' })
      }
      expect(apply(left, { name: 'sweep', now: time + 2 * leaseMs }).name).toBe('ended')
    }),
    { numRuns: 2_000 },
  )
})

it('lets a late worker neither finish nor renew what another one has taken over', () => {
  const taken = [
    { name: 'lease', holder: 'one', now: 0, leaseMs },
    { name: 'begin', holder: 'one' },
    { name: 'lease', holder: 'two', now: leaseMs + 1, leaseMs },
  ] satisfies WorkEvent[]
  const state = taken.reduce<WorkState>(apply, created)
  expect(state).toMatchObject({ holder: 'two', hasBegun: true, attempts: 2 })
  expect(apply(state, { name: 'finish', holder: 'one', end: 'done' })).toBe(state)
  expect(apply(state, { name: 'renew', holder: 'one', now: 99_000, leaseMs })).toBe(state)
})

const leased: WorkState = {
  ...{ name: 'leased', holder: 'one', until: leaseMs, hasBegun: false, isCancelling: false },
  ...{ attempts: 1, retries: 0 },
}
const retryLater = (dueAt: number | null): WorkEvent => ({ name: 'retry-later', holder: 'one', dueAt })
const lease = (at: number): WorkEvent => ({ name: 'lease', holder: 'two', now: at, leaseMs })
const ended = (end: 'done' | 'failed' | 'unknown' | 'cancelled'): WorkState => ({
  ...{ name: 'ended', end, attempts: 1, retries: 0 },
})

it.each<[string, WorkState, WorkEvent, Partial<WorkState>]>([
  ['is not taken before it is due', { ...created, dueAt: 5 }, lease(4), { name: 'waiting' }],
  ['is taken when it is due', { ...created, dueAt: 5 }, lease(5), { name: 'leased', hasBegun: false, attempts: 1 }],
  ['may have begun when it is taken again', { ...created, attempts: 1 }, lease(5), { name: 'leased', hasBegun: true }],
  ['is not taken too often', { ...created, attempts: 3 }, lease(5), { name: 'waiting' }],
  ['waits after a failed attempt', leased, retryLater(9), { name: 'waiting', dueAt: 9, attempts: 1 }],
  ['fails without a further attempt', leased, retryLater(null), ended('failed')],
  ['fails after the last attempt', { ...leased, attempts: 3 }, retryLater(9), { name: 'ended', end: 'failed' }],
  ['ends as cancelled before it has begun', { ...leased, isCancelling: true }, retryLater(9), ended('cancelled')],
  [
    'ends as unknown after it has begun',
    { ...leased, isCancelling: true, hasBegun: true },
    retryLater(9),
    ended('unknown'),
  ],
  [
    'is not begun once it is cancelled',
    { ...leased, isCancelling: true },
    { name: 'begin', holder: 'one' },
    { hasBegun: false },
  ],
  [
    'is opened again after a failure',
    ended('failed'),
    { name: 'reopen', now: 7 },
    { name: 'waiting', dueAt: 7, attempts: 0, retries: 1 },
  ],
  ['is opened again when its end is unknown', ended('unknown'), { name: 'reopen', now: 7 }, { name: 'waiting' }],
  ['stays ended after success', ended('done'), { name: 'reopen', now: 7 }, { name: 'ended' }],
  ['stays ended after a cancel', ended('cancelled'), { name: 'reopen', now: 7 }, { name: 'ended' }],
])('%s', (_, state, event, expected) => {
  expect(apply(state, event)).toMatchObject(expected)
})
