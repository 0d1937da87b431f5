import fc from 'fast-check'
import { expect, it } from 'vitest'
import { releaseStep } from './release-step.ts'
import { setUpUpdates } from './testing/set-up-updates.ts'
import { type UpdateType, updateTypes } from './update.ts'

it.each<[string, string, string]>([
  ['1.2.3', '1.2.4', 'patch'],
  ['1.2', '1.2.1', 'patch'],
  ['1.2.3.4', '1.2.3.5', 'patch'],
  ['1.2.9', '1.3', 'minor'],
  ['1', '1.1', 'minor'],
  ['9.9.9', '10.0', 'major'],
  ['0.9', '1.0', 'major'],
  ['1.2-beta1', '1.2-RC1', 'patch'],
  ['1.2-beta1', '1.2', 'patch'],
  ['1.2rc1', '1.3', 'minor'],
  ['v1.2', '2', 'major'],
  ['1.02', '1.2.1', 'patch'],
  ['2024.1', '2026.1', 'major'],
  ['', '1.0', 'unknown'],
  ['1.0', '', 'unknown'],
  ['trunk', '1.0', 'unknown'],
  ['1..2', '1.3', 'unknown'],
])('a plugin from %j to %j is %s', (current, next, step) => {
  expect(releaseStep('plugin', current, next)).toBe(step)
})

it.each<[UpdateType, string, string, string]>([
  ['core', '6.8', '6.9', 'major'],
  ['core', '6.8.1', '6.8.2', 'patch'],
  ['core', '6.9.9', '7.0', 'major'],
  ['theme', '6.8', '6.9', 'minor'],
  ['translation', '1.0', '', 'unknown'],
])('%s from %j to %j is %s', (type, current, next, step) => {
  expect(releaseStep(type, current, next)).toBe(step)
})

const fixture = setUpUpdates()

// Parts of versions, and texts that only look like versions.
const part = fc.constantFrom(
  ...[
    '0',
    '1',
    '2',
    '10',
    '01',
    '007',
    '00',
    '.',
    '.',
    '.',
    '-',
    '+',
    '~',
    '_',
    ' ',
    'v',
    'V',
    'beta',
    'RC1',
    'ſ',
    'é',
  ],
  ...['\n', '\r', '\t', '\v', '\u00a0', '\u2028', '\u3000', '\ufeff', '\u200b', '\u0661', '%', ''],
)
const version = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(''))
const update = fc.record({ type: fc.constantFrom(...updateTypes), current: version, next: version })

it('the database and the service compute the same step for every pair of versions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(update, { minLength: 100, maxLength: 200 }), async (updates) => {
      const { rows } = await fixture.service.db.pool.query<{ step: string }>(
        `select release_step(type, current, next) as step
         from unnest($1::text[], $2::text[], $3::text[]) with ordinality as given (type, current, next, position) order by position`,
        [updates.map(({ type }) => type), updates.map(({ current }) => current), updates.map(({ next }) => next)],
      )
      const sentCalls = updates.map((each, index) => ({ ...each, step: rows[index]!.step }))
      expect(sentCalls).toEqual(
        updates.map((each) => ({ ...each, step: releaseStep(each.type, each.current, each.next) })),
      )
    }),
    { numRuns: 40 },
  )
})
