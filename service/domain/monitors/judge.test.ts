import { describe, expect, it } from 'vitest'
import { type Judgement, judge } from './judge.ts'

const start = Date.parse('2026-11-15T09:00:00Z')
const minute = 60_000
const at = (minutes: number) => new Date(start + minutes * minute)

/** Lets checks happen one after the other; answers what each made of the monitor. */
function after(checks: [minutes: number, ok: boolean][], maxRetries = 1) {
  let state: Judgement & { checkedAt: Date | null } = {
    status: 'first',
    failures: 0,
    failingSince: null,
    checkedAt: null,
  }
  return checks.map(([minutes, ok]) => {
    const verdict = judge(state, { ok, at: at(minutes) }, { maxRetries, intervalMs: minute })
    state = { ...verdict, checkedAt: at(minutes) }
    return verdict
  })
}
const words = (verdicts: ReturnType<typeof after>) =>
  verdicts.map(({ status, turn }) => (turn ? `${status}!` : status)).join(' ')

it('first, then up', () => {
  expect(
    words(
      after([
        [0, true],
        [1, true],
      ]),
    ),
  ).toBe('up up')
})

it('is pending at the first failure and down at the next, from the first on', () => {
  const verdicts = after([
    [0, true],
    [1, false],
    [1.3, false],
    [2, false],
    [3, true],
    [4, true],
  ])
  expect(words(verdicts)).toBe('up pending down! down up! up')
  expect(verdicts[2]).toMatchObject({ failures: 2, failingSince: at(1) })
  expect(verdicts[3]).toMatchObject({ failures: 3, failingSince: at(1) })
  expect(verdicts[4]).toMatchObject({ failures: 0, failingSince: null })
})

it('one failure in twenty never becomes an incident', () => {
  const checks = Array.from({ length: 200 }, (_, index): [number, boolean] => [index, index % 20 !== 7])
  expect(after(checks).every(({ turn }) => turn === null)).toBe(true)
})

it.each([
  [0, 'down! down down'],
  [2, 'pending pending down!'],
  [5, 'pending pending pending'],
])('with %i retries three failures are %s', (maxRetries, expected) => {
  expect(
    words(
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

describe('when nobody looked for a while', () => {
  it('an old failure does not count together with a new one', () => {
    const verdicts = after([
      [0, true],
      [1, false],
      [180, false],
      [180.3, false],
    ])
    expect(words(verdicts)).toBe('up pending pending down!')
    expect(verdicts[3]!.failingSince).toEqual(at(180))
  })

  it('a site that was down stays down, since it first failed', () => {
    const verdicts = after([
      [0, false],
      [1, false],
      [180, false],
    ])
    expect(words(verdicts)).toBe('pending down! down')
    expect(verdicts[2]!.failingSince).toEqual(at(0))
  })
})

it('a clock that was set back never makes an incident begin in the future', () => {
  const verdicts = after([
    [60, false],
    [1, false],
  ])
  expect(verdicts[1]).toMatchObject({ status: 'down', failingSince: at(1) })
})
