import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const request = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
  fixture.service.request({
    method,
    url: `/api/v2/access/${url}`,
    headers: fixture.people.administrator.headers,
    ...(payload && { payload }),
  })
const addRole = async (): Promise<number> =>
  (await request('POST', 'roles/add', { name: 'Helper', permissions: ['tags.read'] })).body.data.id

it('deletes a role that no user has', async () => {
  const id = await addRole()
  expect((await request('DELETE', `roles/${id}/remove`, { dry_run: true })).body.data.would_affect).toEqual([
    { id, name: 'Helper' },
  ])
  expect((await request('DELETE', `roles/${id}/remove`)).body.data).toEqual({ deleted: true, id, name: 'Helper' })
  expect((await request('DELETE', `roles/${id}/remove`)).body.code).toBe('svc_role_not_found')
})

it('returns 409 with the number of users while users have it', async () => {
  const id = await addRole()
  const { viewer, manager } = fixture.people
  for (const user of [viewer, manager]) await request('POST', `users/${user.id}/edit`, { role_id: id })
  for (const payload of [undefined, { dry_run: true }]) {
    const answer = await request('DELETE', `roles/${id}/remove`, payload)
    expect([answer.status, answer.body.code, answer.body.data.users]).toEqual([409, 'svc_role_in_use', 2])
  }
  for (const user of [viewer, manager]) await request('POST', `users/${user.id}/edit`, { role: 'viewer' })
  expect((await request('DELETE', `roles/${id}/remove`)).status).toBe(200)
})

it('leaves no user with a deleted role when both happen at the same time', async () => {
  const id = await addRole()
  const [deleted, given] = await Promise.all([
    request('DELETE', `roles/${id}/remove`),
    request('POST', `users/${fixture.people.viewer.id}/edit`, { role_id: id }),
  ])
  expect([deleted.status, given.status].toSorted()).toEqual(deleted.status === 200 ? [200, 404] : [200, 409])
})
