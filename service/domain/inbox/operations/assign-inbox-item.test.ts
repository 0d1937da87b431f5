import { expect, it } from 'vitest'
import { setUpInbox } from '../testing/set-up-inbox.ts'

const fixture = setUpInbox()
const assign = (kind: string, key: string, user: string | null, headers?: Record<string, string>) =>
  fixture.rest('POST /inbox/assign', { kind, item_id: key, user }, headers)
const mine = async (headers = fixture.people.viewer.basic) =>
  (await fixture.rest('GET /inbox?list=mine', undefined, headers)).body.data as { kind: string; item_id: string }[]

it('assigns an item to a user who may see it; an incident is assigned as on its own page', async () => {
  const certificate = (await fixture.rest('GET /inbox?kind=certificate')).body.data[0]
  expect((await assign('certificate', certificate.item_id, 'vera')).body.data.assigned_to).toBe('vera')
  expect((await assign('site-down', '1', 'vera')).status).toBe(200)
  expect(await mine()).toMatchObject([
    { kind: 'site-down', item_id: '1' },
    { kind: 'certificate', item_id: certificate.item_id },
  ])
  expect((await fixture.rest('GET /incidents/1')).body.data.handling.assigned_to).toBe('vera')
  await assign('certificate', certificate.item_id, null)
  await assign('site-down', '1', null)
  expect(await mine()).toEqual([])
})

it('refuses an unknown user and one who does not see the item with the same answer', async () => {
  await fixture.service.db
    .updateTable('users')
    .set({ site_ids: [3] })
    .where('id', '=', fixture.people.viewer.id)
    .execute()
  const [unknown, blind] = [await assign('site-down', '1', 'zoe'), await assign('site-down', '1', 'vera')]
  expect([unknown.status, blind.status]).toEqual([400, 400])
  expect(blind.body.message.replaceAll('vera', 'zoe')).toBe(unknown.body.message)
})

it('returns 404 beyond the limits, 403 to viewers and to roles without the permission of the feature', async () => {
  const { keys, viewer } = fixture.people
  expect((await assign('site-down', '3', 'ada', keys.limited.headers)).status).toBe(404)
  expect((await assign('site-down', '1', 'vera', viewer.basic)).status).toBe(403)
})
