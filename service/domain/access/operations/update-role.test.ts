import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const post = (url: string, payload: object, headers: Record<string, string> = fixture.people.administrator.headers) =>
  fixture.service.request({ method: 'POST', url: `/api/v2/access/${url}`, headers, payload })
const addRole = async (name: string, permissions: string[]): Promise<number> =>
  (await post('roles/add', { name, permissions })).body.data.id

it('takes effect at once for users and their keys', async () => {
  const id = await addRole('Helper', ['tags.read'])
  const { viewer } = fixture.people
  await post(`users/${viewer.id}/edit`, { role_id: id })
  const status = async (url: string) => (await fixture.service.request({ url, headers: viewer.headers })).status
  expect([await status('/api/v2/tags'), await status('/api/v2/clients')]).toEqual([200, 403])
  const { body } = await post(`roles/${id}/edit`, { permissions: ['clients.read'] })
  expect(body.data).toMatchObject({ name: 'Helper', users: 1 })
  expect([await status('/api/v2/tags'), await status('/api/v2/clients')]).toEqual([403, 200])
})

it('changes nothing in a dry run', async () => {
  const id = await addRole('Helper', ['tags.read'])
  const { body } = await post(`roles/${id}/edit`, { name: 'Other', dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ id, name: 'Helper', users: 0 }] })
  expect(await fixture.service.db.selectFrom('roles').select('name').execute()).toEqual([{ name: 'Helper' }])
})

it('returns 409 when the name is taken and 404 for an unknown role', async () => {
  await addRole('Helper', ['tags.read'])
  const id = await addRole('Other', ['tags.read'])
  expect((await post(`roles/${id}/edit`, { name: 'helper' })).body.code).toBe('svc_already_exists')
  expect((await post(`roles/${id}/edit`, { name: 'OTHER' })).status).toBe(200)
  expect((await post('roles/999/edit', { name: 'x' })).body.code).toBe('svc_role_not_found')
})

it('is refused to managers', async () => {
  const id = await addRole('Helper', ['tags.read'])
  expect((await post(`roles/${id}/edit`, { name: 'Other' }, fixture.people.manager.headers)).status).toBe(403)
})
