import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const save = (input: object, headers = fixture.people.manager.basic) => rest('POST /views/save', input, headers)
const names = async (headers: Record<string, string>) =>
  (await rest('GET /views', undefined, headers)).body.data.map(({ name }: { name: string }) => name)

it('saves filters, order and columns; a shared view is for all users, and only its owner changes it', async () => {
  const { manager, viewer, administrator, keys } = fixture.people
  const filters = { attention: 'updates', tag_id: 3 }
  const { status, body } = await save({ name: 'Care', filters, sort: 'updates', order: 'desc', columns: ['client'] })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ own: true, owner: 'mary', shared: false, filters, sort: 'updates', order: 'desc' })
  expect(await names(viewer.basic)).toEqual([])
  const { id } = body.data
  await save({ view_id: id, name: 'Care plans', shared: true, filters })
  expect(await names(viewer.basic)).toEqual(['Care plans'])
  // Shared views name clients and tags, which a limited caller may not see.
  expect(await names(keys.limited.headers)).toEqual([])
  for (const { basic } of [viewer, administrator]) {
    expect((await save({ view_id: id, name: 'Mine' }, basic)).body.code).toBe('svc_view_not_found')
    expect((await rest(`DELETE /views/${id}/delete`, undefined, basic)).body.code).toBe('svc_view_not_found')
  }
  expect((await rest(`DELETE /views/${id}/delete`, undefined, manager.basic)).status).toBe(200)
  expect(await names(viewer.basic)).toEqual([])
})

it('keeps a shared view when its owner is deleted; administrators change it, which makes it theirs', async () => {
  const { manager, viewer, administrator } = fixture.people
  const { id } = (await save({ name: 'Shops', shared: true, filters: { attention: 'down' } })).body.data
  await save({ name: 'Private' })
  await fixture.service.app.run('delete-user', { id: manager.id }, { confirmed: true })
  const list = async (headers: Record<string, string>) => (await rest('GET /views', undefined, headers)).body.data
  expect(await list(viewer.basic)).toMatchObject([{ id, name: 'Shops', owner: null, own: false, editable: false }])
  expect((await save({ view_id: id, name: 'Mine' }, viewer.basic)).body.code).toBe('svc_view_not_found')
  expect(await list(administrator.basic)).toMatchObject([{ id, editable: true }])
  expect((await save({ view_id: id, name: 'Shops', shared: true }, administrator.basic)).body.data.owner).toBe('ada')
})

it('returns 409 for a name that the user has already, and 400 for unknown filters', async () => {
  await save({ name: 'Care' })
  expect((await save({ name: 'CARE' })).body.code).toBe('svc_view_exists')
  expect((await save({ name: 'Care' }, fixture.people.viewer.basic)).status).toBe(200)
  expect((await save({ name: 'Other', filters: { colour: 'red' } })).status).toBe(400)
  expect((await save({ name: ' ' })).status).toBe(400)
})

it('is refused to keys', async () => {
  expect((await save({ name: 'Care' }, fixture.people.keys.full.headers)).status).toBe(403)
})

it('selects the sites of a plan; a view without filters does not', async () => {
  const { basic } = fixture.people.administrator
  await rest('POST /tags/add', { name: 'Shops' })
  await seedSites(fixture.service.db, 4)
  await seedSiteTags(fixture.service.db, 1, [2, 3])
  const { id } = (await save({ name: 'Shops', filters: { tag_id: 1, attention: 'no_client' } }, basic)).body.data
  const plan = (input: object, headers: Record<string, string> = basic) =>
    rest('POST /bulk/plans', { action: 'check', ...input }, headers)
  expect((await plan({ view_id: id })).body.data).toMatchObject({ count: 2, sites: [{ id: 2 }, { id: 3 }] })
  expect((await plan({ view_id: id, all_sites: true })).status).toBe(400)
  expect((await plan({ view_id: id }, fixture.people.manager.basic)).body.code).toBe('svc_view_not_found')
  const all = (await save({ name: 'All' }, basic)).body.data
  expect((await plan({ view_id: all.id })).status).toBe(400)
})
