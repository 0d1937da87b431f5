import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const list = (query = '', headers: Record<string, string> = fixture.people.keys.read.headers) =>
  fixture.service.request({ method: 'GET', url: `/api/v2/access/users${query}`, headers })
const logins = async (query: string) => (await list(query)).body.data.map(({ login }: { login: string }) => login)

it('lists users without their passwords', async () => {
  const { status, body, headers, text } = await list()
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: 1, total: 3, page: 1, pages: 1 })
  expect(headers['x-wp-total']).toBe('3')
  expect(body.data[0]).toEqual({
    id: fixture.people.administrator.id,
    login: 'ada',
    name: '',
    email: null,
    role: 'administrator',
    role_id: null,
    site_ids: null,
    tag_ids: null,
    client_ids: null,
    disabled: false,
    must_change_password: false,
    created_at: '2026-11-15T09:00:00Z',
    last_sign_in_at: null,
  })
  expect(text).not.toContain('scrypt')
})

it('finds by part of login, name or e-mail, by role and by status; % is not a wildcard', async () => {
  const { db } = fixture.service
  await db.updateTable('users').set({ email: 'v%x@example.org' }).where('login', '=', 'vera').execute()
  await db.updateTable('users').set({ disabled: true, name: 'Mary Poole' }).where('login', '=', 'mary').execute()
  expect(await logins('?search=POOLE')).toEqual(['mary'])
  expect(await logins('?search=%25')).toEqual(['vera'])
  expect(await logins('?search=_')).toEqual([])
  expect(await logins('?role=administrator')).toEqual(['ada'])
  expect(await logins('?status=disabled')).toEqual(['mary'])
  expect(await logins('?status=active')).toEqual(['ada', 'vera'])
})

it('is paged', async () => {
  const { body } = await list('?page=2&per_page=2')
  expect(body).toMatchObject({ total: 3, page: 2, per_page: 2, pages: 2 })
  expect(body.data.map(({ login }: { login: string }) => login)).toEqual(['vera'])
})

it('is refused to other roles and to keys that are limited to sites', async () => {
  const { manager, viewer, keys } = fixture.people
  for (const { headers } of [manager, viewer, keys.limited]) expect((await list('', headers)).status).toBe(403)
})
