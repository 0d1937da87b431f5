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
  fc.record({ name: fc.constant('cancel' as const) }),
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
        const isByWorker = ['begin', 'renew', 'finish', 'retry-later'].includes(event.name)
        if (next !== state && isByWorker && 'holder' in event)
          expect(state).toMatchObject({ name: 'leased', holder: event.holder })
        // A take-over waits for the end of the lease, and cancelled work is never started again.
        if (next !== state && event.name === 'lease') {
          if (state.name === 'leased') expect([state.until < event.now, state.isCancelling]).toEqual([true, false])
          else expect(state.name).toBe('waiting')
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
