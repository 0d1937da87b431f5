import { describe, expect, it } from 'vitest'
import { decideStatus, type FailureState } from './decide-status.ts'

const start = Date.parse('2026-11-15T09:00:00Z')
const minute = 60_000
const at = (minutes: number) => new Date(start + minutes * minute)

/** Runs checks one after the other; returns the decision after each. */
function after(checks: [minutes: number, ok: boolean][], maxRetries = 1, wasReached = true) {
  let state: FailureState & { checkedAt: Date | null; wasReached: boolean } = {
    status: 'first',
    failures: 0,
    failingSince: null,
    checkedAt: null,
    wasReached,
  }
  return checks.map(([minutes, ok]) => {
    const decision = decideStatus(state, { ok, at: at(minutes) }, { maxRetries, intervalMs: minute })
    state = { ...decision, checkedAt: at(minutes), wasReached: state.wasReached || ok }
    return decision
  })
}
const statuses = (decisions: ReturnType<typeof after>) =>
  decisions.map(({ status, stateChange }) => (stateChange ? `${status}!` : status)).join(' ')

it('goes from first to up', () => {
  expect(
    statuses(
      after([
        [0, true],
        [1, true],
      ]),
    ),
  ).toBe('up up')
})

it('is pending after the first failure and down after the second, failing since the first', () => {
  const decisions = after([
    [0, true],
    [1, false],
    [1.3, false],
    [2, false],
    [3, true],
    [4, true],
  ])
  expect(statuses(decisions)).toBe('up pending down! down up! up')
  expect(decisions[2]).toMatchObject({ failures: 2, failingSince: at(1) })
  expect(decisions[3]).toMatchObject({ failures: 3, failingSince: at(1) })
  expect(decisions[4]).toMatchObject({ failures: 0, failingSince: null })
})

it('never opens an incident for one failure in twenty', () => {
  const checks = Array.from({ length: 200 }, (_, index): [number, boolean] => [index, index % 20 !== 7])
  expect(after(checks).every(({ stateChange }) => stateChange === null)).toBe(true)
})

it.each([
  [0, 'down! down down'],
  [2, 'pending pending down!'],
  [5, 'pending pending pending'],
])('with %i retries, three failures give %s', (maxRetries, expected) => {
  expect(
    statuses(
      after(
        [
          [0, false],
          [1, false],
          [2, false],
        ],
        maxRetries,
      ),
    ),
  ).toBe(expected)
})

describe('after a gap without checks', () => {
  it('does not add an old failure to a new one', () => {
    const decisions = after([
      [0, true],
      [1, false],
      [180, false],
      [180.3, false],
    ])
    expect(statuses(decisions)).toBe('up pending pending down!')
    expect(decisions[3]!.failingSince).toEqual(at(180))
  })

  it('keeps a down site down, since its first failure', () => {
    const decisions = after([
      [0, false],
      [1, false],
      [180, false],
    ])
    expect(statuses(decisions)).toBe('pending down! down')
    expect(decisions[2]!.failingSince).toEqual(at(0))
  })
})

it('never starts an incident in the future when the clock was set back', () => {
  const decisions = after([
    [60, false],
    [1, false],
  ])
  expect(decisions[1]).toMatchObject({ status: 'down', failingSince: at(1) })
})

it('stays first while a site was never reached, and can be down after its first success', () => {
  const failing: [number, boolean][] = [0, 1, 2, 3].map((minutes) => [minutes, false])
  expect(statuses(after(failing, 1, false))).toBe('first first first first')
  expect(statuses(after([...failing, [4, true], [5, false], [5.3, false]], 1, false))).toBe(
    'first first first first up pending down!',
  )
})
