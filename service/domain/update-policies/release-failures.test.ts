import { expect, it } from 'vitest'
import { decideHold, describeFailures } from './release-failures.ts'

const lastAt = new Date('2026-11-18T08:14:30Z')
const forms = { name: 'Forms', version: '3.5.0', failed: 2, rolledBack: 0, takenBack: 2, lastAt }

it.each([
  [{}, 'Forms 3.5.0 failed its checks on 2 sites, last on 2026-11-18 at 09:14, and was taken back.'],
  [
    { failed: 1, takenBack: 0 },
    'Forms 3.5.0 failed its checks on 1 site, last on 2026-11-18 at 09:14, and is still there.',
  ],
  [
    { failed: 3, takenBack: 1 },
    'Forms 3.5.0 failed its checks on 3 sites, last on 2026-11-18 at 09:14, and was taken back on 1 site.',
  ],
  [{ failed: 0, rolledBack: 1 }, 'Forms 3.5.0 was rolled back by hand on 1 site, last on 2026-11-18 at 09:14.'],
])('says what became of a release: %j', (more, sentence) => {
  expect(describeFailures({ ...forms, ...more }, 'Europe/Berlin')).toBe(sentence)
})

it.each([
  [2, 0, 3, null],
  [3, 0, 3, 'it failed the checks on 3 sites.'],
  [0, 3, 3, 'it was rolled back by hand on 3 sites.'],
  // Counted apart: together they hold nothing.
  [2, 2, 3, null],
  [1, 0, 1, 'it failed the checks on 1 site.'],
])(
  'holds a release that failed on %i sites and was rolled back on %i, after %i: %s',
  (failed, rolledBack, after, reason) => {
    expect(decideHold({ failed, rolledBack }, after)).toBe(reason)
  },
)
