import { describe, expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const add = (payload: object, headers: Record<string, string> = fixture.people.administrator.headers) =>
  fixture.service.request({ method: 'POST', url: '/api/v2/access/roles/add', headers, payload })
const setRole = (id: number, payload: object) =>
  fixture.service.request({
    method: 'POST',
    url: `/api/v2/access/users/${id}/edit`,
    headers: fixture.people.administrator.headers,
    payload,
  })

it('adds a role; manage includes read', async () => {
  const { body } = await add({ name: ' Writer ', permissions: ['posts.manage', 'tags.read'] })
  expect(body.data).toMatchObject({ role: 'custom', name: 'Writer', users: 0 })
  expect(body.data.permissions).toEqual([
    'public',
    'own',
    'account.read',
    'modules.read',
    'posts.manage',
    'posts.read',
    'tags.read',
  ])
})

it('changes nothing in a dry run', async () => {
  const { body } = await add({ name: 'Writer', permissions: ['posts.manage'], dry_run: true })
  expect(body.data.would_affect).toEqual([{ name: 'Writer', permissions: ['posts.manage', 'posts.read'] }])
  expect(await fixture.service.db.selectFrom('roles').select('id').execute()).toEqual([])
})

it('returns 409 when the name is taken, ignoring case', async () => {
  await add({ name: 'Writer', permissions: ['posts.read'] })
  for (const more of [{}, { dry_run: true }]) {
    const answer = await add({ name: 'WRITER', permissions: ['posts.read'], ...more })
    expect([answer.status, answer.body.code]).toEqual([409, 'svc_already_exists'])
  }
})

describe('a custom role', () => {
  it('never contains the right to give access, nor a permission that does not exist', async () => {
    for (const permission of ['access.manage', 'own', 'everything']) {
      const answer = await add({ name: 'Ruler', permissions: [permission] })
      expect([permission, answer.status, answer.body.code]).toEqual([permission, 400, 'svc_invalid_input'])
    }
    expect((await add({ name: 'Nothing', permissions: [] })).status).toBe(400)
  })

  it('does not get it through the database either', async () => {
    const { body } = await add({ name: 'Reader', permissions: ['access.read'] })
    await fixture.service.db
      .updateTable('roles')
      .set({ permissions: ['access.read', 'access.manage'] })
      .execute()
    await setRole(fixture.people.viewer.id, { role_id: body.data.id })
    const { headers } = fixture.people.viewer
    expect((await fixture.service.request({ url: '/api/v2/access/users', headers })).status).toBe(200)
    expect((await add({ name: 'More', permissions: ['sites.read'] }, headers)).status).toBe(403)
  })

  it('gives its users exactly its permissions, over every credential', async () => {
    const { body } = await add({ name: 'Tagger', permissions: ['tags.manage'] })
    const { viewer } = fixture.people
    await setRole(viewer.id, { role_id: body.data.id })
    const { service } = fixture
    for (const headers of [viewer.headers, viewer.basic]) {
      const me = await service.request({ url: '/api/v2/access/me', headers })
      expect(me.body.data).toMatchObject({ role: 'custom', user: { role: 'custom', role_id: body.data.id } })
      expect(me.body.data.permissions).toContain('tags.manage')
      expect(me.body.data.permissions).not.toContain('sites.read')
      expect((await service.request({ url: '/api/v2/tags', headers })).status).toBe(200)
      const refused = await service.request({ url: '/api/v2/sites', headers })
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('sites.read')])
    }
    const name = { payload: { name: 'care plan' }, headers: viewer.headers }
    expect((await service.request({ method: 'POST', url: '/api/v2/tags/add', ...name })).status).toBe(200)
  })
})

it('is refused to managers and to keys that may not manage users', async () => {
  const { manager, keys } = fixture.people
  for (const { headers } of [manager, keys.write, keys.limited, keys.expiring])
    expect((await add({ name: 'Writer', permissions: ['posts.read'] }, headers)).status).toBe(403)
})
