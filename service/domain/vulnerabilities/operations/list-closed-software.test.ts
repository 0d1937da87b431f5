import { beforeEach, expect, it } from 'vitest'
import { setUpVulnerabilities } from '../testing/set-up-vulnerabilities.ts'

const { fixture, rest, seed } = setUpVulnerabilities()
beforeEach(seed)

it('lists closed software of the sites that the caller sees, and says when the directory was never asked', async () => {
  const closed = async (headers = fixture.people.administrator.headers) =>
    (await rest('GET /vulnerabilities/closed', undefined, headers)).body
  expect(await closed()).toMatchObject({ total: 0, is_checked: true, last_checked_at: null })
  const row = {
    kind: 'plugin' as const,
    slug: 'forms',
    closed_on: '2026-10-01',
    reason: 'Security Issue',
    looked_up_at: null,
  }
  const checked = { ...row, state: 'closed' as const, checked_at: fixture.service.clock.now() }
  await fixture.service.db.insertInto('directory_items').values(checked).execute()
  expect((await closed()).data).toMatchObject([{ slug: 'forms', name: 'Forms', sites: 3, active_sites: 2 }])
  // Sites 1 and 4.
  expect((await closed(fixture.people.keys.limited.headers)).data).toMatchObject([{ sites: 1 }])
})
