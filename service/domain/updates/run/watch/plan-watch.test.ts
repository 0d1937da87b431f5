import { describe, expect, it } from 'vitest'
import type { UpdateOutcome } from '../update-outcome.ts'
import { guardLifetimeMs, nextCheckAt, planWatch } from './plan-watch.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 10, minute))
const outcome = (more: Partial<UpdateOutcome> = {}): UpdateOutcome => ({
  type: 'plugin',
  slug: 'forms/forms.php',
  name: 'Forms',
  from: '1.0',
  to: '1.1',
  result: 'updated',
  code: null,
  message: null,
  ...more,
})

describe('the watch after an update', () => {
  it('repeats the checks and ends with the last one', () => {
    const watch = planWatch([1, 5, 15], { verdict: 'passed', outcomes: [outcome()], now: at(0) })
    expect(watch).toMatchObject({ from: at(0), nextAt: at(1), until: at(15) })
  })

  it.each<[string, number[], Partial<UpdateOutcome>, 'passed' | 'failed' | 'off' | 'unchecked']>([
    ['without repeated checks', [], {}, 'passed'],
    ['of a site that failed', [1], {}, 'failed'],
    ['of a site that is not checked', [1], {}, 'off'],
    ['of an update that was rolled back', [1], { result: 'rolled_back' }, 'passed'],
    ['of a translation', [1], { type: 'translation' }, 'passed'],
    ['of something new', [1], { from: '' }, 'passed'],
  ])('does not exist %s', (_title, minutes, more, verdict) => {
    expect(planWatch(minutes, { verdict, outcomes: [outcome(more)], now: at(0) })).toBeNull()
  })

  it.each<[number, number | null]>([
    [0, 1],
    [1, 5],
    [4, 5],
    // The clock jumped, or the service was off: missed checks are not made up for.
    [9, 15],
    [15, null],
    [40, null],
  ])('after minute %i has its next check in minute %s', (now, next) => {
    expect(nextCheckAt({ from: at(0), minutes: [15, 1, 5] }, at(now))).toEqual(next === null ? null : at(next))
  })

  it('ends before its guards do', () => {
    expect(guardLifetimeMs([])).toBe(120 * 60_000)
    expect(guardLifetimeMs([1, 5, 240])).toBe(300 * 60_000)
  })
})
