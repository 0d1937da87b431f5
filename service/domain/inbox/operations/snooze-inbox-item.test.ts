import { expect, it } from 'vitest'
import { setUpInbox } from '../testing/set-up-inbox.ts'

const fixture = setUpInbox()
const dayMs = 86_400_000
const inDays = (days: number) => new Date(fixture.service.clock.now().getTime() + days * dayMs).toISOString()
const snooze = (input: object, headers = fixture.people.manager.basic) =>
  fixture.rest('POST /inbox/snooze', { kind: 'site-down', item_id: '1', ...input }, headers)
const counts = async (headers = fixture.people.manager.basic) =>
  (await fixture.rest('GET /inbox?kind=site-down', undefined, headers)).body.counts

it('hides the item for the user until the moment; other users still see it', async () => {
  const before = await counts()
  expect((await snooze({ until: inDays(3) })).body.data).toMatchObject({
    item_id: '1',
    snoozed_until: expect.any(String),
  })
  expect(await counts()).toMatchObject({ open: before.open - 1, snoozed: 1 })
  expect(await counts(fixture.people.viewer.basic)).toMatchObject({ open: before.open, snoozed: 0 })
  const { body } = await fixture.rest('GET /inbox?list=snoozed', undefined, fixture.people.manager.basic)
  expect(body.data).toMatchObject([{ kind: 'site-down', item_id: '1' }])
  await fixture.service.clock.advance(3 * dayMs)
  expect(await counts()).toMatchObject({ snoozed: 0 })
})

it('shows the item again with null, and changes nothing in a dry run', async () => {
  await snooze({ until: inDays(3), dry_run: true })
  expect(await counts()).toMatchObject({ snoozed: 0 })
  await snooze({ until: inDays(3) })
  await snooze({ until: null })
  expect(await counts()).toMatchObject({ snoozed: 0 })
})

it('returns 404 for an item beyond the limits or solved, 400 for the past, 403 to keys', async () => {
  await fixture.service.db
    .updateTable('users')
    .set({ site_ids: [3] })
    .where('id', '=', fixture.people.viewer.id)
    .execute()
  const { viewer, keys } = fixture.people
  expect((await snooze({ until: inDays(1) }, viewer.basic)).body.code).toBe('svc_inbox_item_not_found')
  expect((await snooze({ item_id: '2', until: inDays(1) })).body.code).toBe('svc_inbox_item_not_found')
  expect((await snooze({ kind: 'weather', until: inDays(1) })).status).toBe(404)
  expect((await snooze({ until: inDays(-1) })).status).toBe(400)
  expect((await snooze({ until: inDays(400) })).status).toBe(400)
  expect((await snooze({ until: inDays(1) }, keys.full.headers)).status).toBe(403)
})
