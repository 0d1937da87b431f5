import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const edit = (id: number, payload: object, headers: Record<string, string> = fixture.people.administrator.headers) =>
  fixture.service.request({ method: 'PUT', url: `/api/v2/rest-api/edit-key/${id}`, headers, payload })

it('changes the fields sent and keeps the others; null clears a field', async () => {
  const { id } = fixture.people.keys.limited
  expect((await edit(id, { description: 'new name' })).body.data).toMatchObject({
    description: 'new name',
    site_ids: [1],
    tag_ids: [2],
    scopes: ['read', 'write', 'delete'],
  })
  const { body } = await edit(id, { site_ids: null, permissions: 'read', expires_at: '2027-01-01T00:00:00Z' })
  expect(body.data).toMatchObject({
    site_ids: null,
    tag_ids: [2],
    scopes: ['read'],
    expires_at: '2027-01-01T00:00:00Z',
  })
  expect((await edit(id, { expires_at: null })).body.data.expires_at).toBeNull()
  expect(body).not.toHaveProperty('token')
})

it('refuses an empty list as a limit', async () => {
  const answer = await edit(fixture.people.keys.limited.id, { site_ids: [], tag_ids: [] })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.data.params)).toEqual(['site_ids', 'tag_ids'])
})

it('does not let a key extend its rights or change a key with more rights', async () => {
  const { write, full } = fixture.people.keys
  expect((await edit(write.id, { scopes: ['read', 'write', 'delete'] }, write.headers)).status).toBe(403)
  expect((await edit(write.id, { permissions: 'write' }, write.headers)).status).toBe(403)
  expect((await edit(full.id, { active: true }, write.headers)).status).toBe(403)
  expect((await edit(write.id, { scopes: ['read', 'delete'], dry_run: true }, write.headers)).status).toBe(403)
  expect((await edit(write.id, { description: 'mine' }, write.headers)).status).toBe(200)
})

it('changes nothing in a dry run and returns 404 for an unknown key', async () => {
  const { id } = fixture.people.keys.full
  expect((await edit(id, { active: false, dry_run: true })).body.data).toMatchObject({ dry_run: true, id })
  const row = await fixture.service.db.selectFrom('api_keys').select('active').where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ active: true })
  expect((await edit(999, { active: false })).body.code).toBe('svc_key_not_found')
})

it('cannot change the owner', async () => {
  expect((await edit(fixture.people.keys.full.id, { user_id: fixture.people.viewer.id })).status).toBe(400)
})
