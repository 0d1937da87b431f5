import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const request = (method: 'GET' | 'POST', url: string, payload?: object) =>
  fixture.service.request({
    method,
    url: `/api/v2/access/${url}`,
    headers: fixture.people.administrator.headers,
    ...(payload && { payload }),
  })

it('lists built-in and custom roles with the number of their users', async () => {
  const { body: added } = await request('POST', 'roles/add', { name: 'Writer', permissions: ['posts.manage'] })
  await request('POST', `users/${fixture.people.viewer.id}/edit`, { role_id: added.data.id })
  const { body } = await request('GET', 'roles')
  expect(body.data.map(({ role, name, users }: Record<string, unknown>) => [role, name, users])).toEqual([
    ['administrator', 'administrator', 1],
    ['manager', 'manager', 1],
    ['viewer', 'viewer', 0],
    ['custom', 'Writer', 1],
  ])
  expect(body.data[0].permissions).toContain('access.manage')
  expect(body.data[1].permissions).not.toContain('access.manage')
})

it('is refused to managers', async () => {
  const { headers } = fixture.people.manager
  expect((await fixture.service.request({ url: '/api/v2/access/roles', headers })).status).toBe(403)
})
