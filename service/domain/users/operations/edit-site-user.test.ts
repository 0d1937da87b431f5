import { beforeEach, describe, expect, it } from 'vitest'
import { setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
let id: number
const edit = (payload: object, user: number = id, headers?: Record<string, string>) =>
  fixture.rest(`PUT /users/1/${user}/edit`, payload, headers)
const first = () => fixture.sites[0]!

beforeEach(() => {
  id = first().addUser({
    login: 'ed',
    role: 'editor',
    email: 'ed@example.com',
    displayName: 'Ed',
    firstName: 'Edward',
  }).id
})

describe('a user of a site', () => {
  it('is changed only in the sent fields', async () => {
    const { status, body } = await edit({ role: 'author', email: 'New@example.com', display_name: 'Eddie' })
    expect([status, body.message, body.password_changed]).toEqual([200, 'User updated.', false])
    expect(body.data).toMatchObject({ id, username: 'ed', name: 'Eddie', email: 'New@example.com', role: 'author' })
    expect(first().user('ed')).toMatchObject({ firstName: 'Edward', role: 'author', displayName: 'Eddie' })
  })

  it('gets a password that is neither returned, audited nor logged', async () => {
    const { body, text } = await edit({ password: 'a long secret' })
    expect(body.password_changed).toBe(true)
    expect(first().passwords.get('ed')).toBe('a long secret')
    const { rows } = await fixture.service.db.pool.query('select subject from audit_lines')
    expect(JSON.stringify([text, rows, fixture.service.logged])).not.toContain('a long secret')
    expect(rows).toEqual([{ subject: expect.stringContaining('"fields":["password"]') }])
  })

  it('that Flotilla uses stays an administrator', async () => {
    const own = first().user('admin')!.id
    const { status, body } = await edit({ role: 'editor' }, own)
    expect([status, body.code]).toEqual([409, 'svc_own_administrator'])
    expect((await edit({ display_name: 'Boss' }, own)).status).toBe(200)
  })

  it('is 404 if it does not exist; an edit without fields or with invalid ones is 400', async () => {
    expect((await edit({ role: 'author' }, 99_999)).body.code).toBe('svc_user_not_found')
    for (const payload of [{}, { role: 'emperor' }, { email: '' }, { user_login: 'x' }, { password: 'short' }])
      expect([payload, (await edit(payload)).status]).toEqual([payload, 400])
    expect((await edit({ role: 'author' }, id, fixture.people.viewer.headers)).status).toBe(403)
  })

  it('is an error if the site reports success without a change, and a success if only the answer was lost', async () => {
    first().setFault('http-500-after', { on: 'user_action', times: 1 })
    expect((await edit({ role: 'author' })).body.data.role).toBe('author')
    first().setFault('http-500', { on: 'user_action', times: 1 })
    expect((await edit({ role: 'editor' })).status).toBe(502)
    first().setFault('false-success', { on: 'user_action' })
    expect((await edit({ role: 'editor' })).body.code).toBe('svc_not_applied')
  })
})
