import fc from 'fast-check'
import { expect, it } from 'vitest'
import { releaseStep } from './release-step.ts'
import { updatesScene } from './testing/updates-scene.ts'
import { updateTypes } from './update.ts'

const scene = updatesScene()

// What versions are made of, and what only looks like it.
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

it('the database says how far an update goes in the same words, whatever sites call their versions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(update, { minLength: 100, maxLength: 200 }), async (updates) => {
      const { rows } = await scene.service.db.pool.query<{ step: string }>(
        `select release_step(type, current, next) as step
         from unnest($1::text[], $2::text[], $3::text[]) with ordinality as told (type, current, next, place) order by place`,
        [updates.map(({ type }) => type), updates.map(({ current }) => current), updates.map(({ next }) => next)],
      )
      const told = updates.map((each, index) => ({ ...each, step: rows[index]!.step }))
      expect(told).toEqual(updates.map((each) => ({ ...each, step: releaseStep(each.type, each.current, each.next) })))
    }),
    { numRuns: 40 },
  )
})
