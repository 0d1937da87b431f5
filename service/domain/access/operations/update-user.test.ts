import { describe, expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const edit = (id: number, payload: object, headers: Record<string, string> = fixture.people.administrator.headers) =>
  fixture.service.request({ method: 'PATCH', url: `/api/v2/access/users/${id}/edit`, headers, payload })
const me = (headers: Record<string, string>) =>
  fixture.service.request({ method: 'GET', url: '/api/v2/access/me', headers })

it('changes the fields sent and keeps the others; null or "" clears a field', async () => {
  const { id } = fixture.people.viewer
  await edit(id, { name: 'Vera', email: 'vera@example.org' })
  const { body } = await edit(id, { role: 'manager' })
  expect(body.data).toMatchObject({ name: 'Vera', email: 'vera@example.org', role: 'manager' })
  expect((await edit(id, { name: null, email: '' })).body.data).toMatchObject({
    name: '',
    email: null,
    role: 'manager',
  })
  expect((await edit(id, {})).body.data).toMatchObject({ role: 'manager' })
})

it('sets a new password, which must be changed, and ends all sessions of the user', async () => {
  const { id, login, basic: old } = fixture.people.viewer
  const session = await signInAs(fixture.service, fixture.people.viewer)
  const { body } = await edit(id, { password: 'set by an administrator' })
  expect(body.data.must_change_password).toBe(true)
  expect((await me({ cookie: session.cookie })).status).toBe(401)
  expect((await me(old)).status).toBe(401)
  expect((await me(basic(login, 'set by an administrator'))).body.data.must_change_password).toBe(true)
})

it('refuses to change the own password', async () => {
  const { administrator } = fixture.people
  const answer = await edit(administrator.id, { password: 'taken over by someone' })
  expect(answer.status).toBe(403)
  expect(answer.body.message).toContain('/access/me/password')
})

it('changes nothing in a dry run', async () => {
  const { id } = fixture.people.viewer
  const { body } = await edit(id, { role: 'administrator', dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, id, would_affect: [{ id, login: 'vera' }] })
  const user = await fixture.service.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst()
  expect(user).toEqual({ role: 'viewer' })
})

it('returns 404 for an unknown user and 400 for columns that callers cannot set', async () => {
  expect((await edit(999, { name: 'x' })).body.code).toBe('svc_user_not_found')
  for (const field of ['login', 'password_hash', 'created_at']) {
    expect((await edit(fixture.people.viewer.id, { [field]: 'x' })).status).toBe(400)
  }
})

describe('the last active administrator', () => {
  it('can be neither demoted nor disabled, not even in a dry run', async () => {
    const { id } = fixture.people.administrator
    for (const change of [{ role: 'viewer' }, { disabled: true }, { disabled: true, dry_run: true }]) {
      const answer = await edit(id, change)
      expect(answer.status).toBe(409)
      expect(answer.body.code).toBe('svc_last_administrator')
    }
    expect((await edit(id, { role: 'administrator', disabled: false, name: 'Ada' })).status).toBe(200)
  })

  it('remains when two administrators demote each other at the same time', async () => {
    const { administrator, manager } = fixture.people
    for (let round = 0; round < 5; round++) {
      await fixture.service.db
        .updateTable('users')
        .set({ role: 'administrator' })
        .where('login', '<>', 'vera')
        .execute()
      const answers = await Promise.all([
        edit(manager.id, { role: 'viewer' }, administrator.headers),
        edit(administrator.id, { role: 'viewer' }, manager.headers),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const left = await fixture.service.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'administrator')
        .execute()
      expect(left).toHaveLength(1)
      // The test set the roles directly, so the cache of this process is out of date.
      fixture.service.clock.advance(60_000)
    }
  })
})

describe('is refused', () => {
  it('to managers and viewers, also for their own account', async () => {
    const { manager, viewer } = fixture.people
    expect((await edit(manager.id, { role: 'administrator' }, manager.headers)).status).toBe(403)
    expect((await edit(viewer.id, { role: 'administrator' }, viewer.headers)).status).toBe(403)
  })

  it('to a key that lacks a scope', async () => {
    const { keys, viewer } = fixture.people
    const answer = await edit(viewer.id, { role: 'administrator', password: 'known to the key' }, keys.write.headers)
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('delete')
  })
})
