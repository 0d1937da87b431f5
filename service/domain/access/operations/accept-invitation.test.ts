import { describe, expect, it } from 'vitest'
import { linkTokenIn } from '../../../testing/mailbox.ts'
import { basic, cookiesOf } from '../../../testing/people.ts'
import { everythingKept, setUpMailLinks } from '../../../testing/set-up-mail-links.ts'
import { useIds } from '../testing/use-ids.ts'

const fixture = setUpMailLinks()
const password = 'a good pass phrase'
async function invite(role = 'manager', rights: object = {}): Promise<string> {
  const payload = { email: 'new@example.org', role, ...rights }
  const { status, text } = await fixture.call('POST /access/invitations/add', payload)
  if (status !== 200) throw new Error(text)
  return linkTokenIn(fixture.mailbox.received.at(-1)!)
}
const accept = (token: string, more: object = {}) =>
  fixture.call('POST /access/invitations/accept', { token, login: 'newcomer', new_password: password, ...more }, null)
const addRole = async (permissions: string[]): Promise<number> =>
  (await fixture.call('POST /access/roles/add', { name: 'Freelancer', permissions })).body.data.id
const users = () => fixture.service.db.selectFrom('users').select('login').orderBy('id').execute()

describe('accepting an invitation', () => {
  it('creates the user with the role and the address of the invitation, and signs in', async () => {
    const token = await invite()
    const answer = await accept(token, { name: 'New Person' })
    expect(answer.body).toMatchObject({
      success: 1,
      data: {
        must_change_password: false,
        user: { login: 'newcomer', name: 'New Person', email: 'new@example.org', role: 'manager' },
      },
    })
    const headers = { cookie: `flotilla_session=${cookiesOf(answer).flotilla_session}` }
    expect((await fixture.call('GET /access/me', undefined, headers)).body.data).toMatchObject({ role: 'manager' })
    expect((await fixture.call('GET /access/me', undefined, basic('newcomer', password))).status).toBe(200)
    expect((await fixture.call('GET /access/invitations')).body.total).toBe(0)
    const kept = await everythingKept(fixture)
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(password)
  })

  it('works once, also for two callers at the same time', async () => {
    const token = await invite()
    const answers = await Promise.all([accept(token, { login: 'one' }), accept(token, { login: 'two' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await accept(token, { login: 'three' })).body.code).toBe('svc_link_not_found')
    expect(await users()).toHaveLength(4)
  })

  it('works for 7 days', async () => {
    const token = await invite()
    fixture.service.clock.advance(7 * 86_400_000)
    expect((await accept(token)).body.code).toBe('svc_link_not_found')
    expect(await users()).toHaveLength(3)
  })

  it.each([
    ['is disabled', { disabled: true }],
    ['lost the right to invite', { role: 'manager' as const }],
    ['was limited to a client', { client_ids: [1] }],
  ])('is refused when the inviter %s', async (_, change) => {
    const token = await invite()
    await fixture.service.db.updateTable('users').set(change).where('login', '=', 'ada').execute()
    expect((await accept(token)).body.code).toBe('svc_link_not_found')
    expect(await users()).toHaveLength(3)
  })

  it('is refused when the inviter was deleted', async () => {
    const token = await invite()
    await fixture.service.db.deleteFrom('users').where('login', '=', 'ada').execute()
    expect((await accept(token)).body.code).toBe('svc_link_not_found')
  })

  it('takes no role from the caller', async () => {
    const token = await invite('viewer')
    expect((await accept(token, { role: 'administrator' })).status).toBe(400)
    expect((await accept(token)).body.data.user.role).toBe('viewer')
  })

  it('keeps the link when the user name is taken or the password is too weak', async () => {
    const token = await invite()
    expect((await accept(token, { login: 'ADA' })).body.code).toBe('svc_already_exists')
    expect((await accept(token, { new_password: 'short' })).status).toBe(400)
    expect((await accept(token, { new_password: 'my newcomer password' })).status).toBe(400)
    expect((await accept(token)).status).toBe(200)
  })

  it('is not used by a dry run or by a page of another site', async () => {
    const token = await invite()
    expect((await accept(token, { dry_run: true })).body.data).toMatchObject({ would_affect: [] })
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const payload = { token, login: 'newcomer', new_password: password }
    expect((await fixture.call('POST /access/invitations/accept', payload, foreign)).status).toBe(403)
    expect((await accept(token)).status).toBe(200)
  })

  it('gives exactly the custom role and the limits of the invitation', async () => {
    const role_id = await addRole(['sites.read', 'updates.manage'])
    await useIds(fixture.service)
    const limits = { site_ids: [3], tag_ids: [4, 5], client_ids: [6] }
    const token = await invite('custom', { role_id, ...limits })
    const [listed] = (await fixture.call('GET /access/invitations')).body.data
    expect(listed).toMatchObject({ role: 'custom', role_id, role_name: 'Freelancer', ...limits, state: 'open' })
    expect(fixture.mailbox.received[0]!.text).toContain('with the role Freelancer')
    const read = await fixture.call('POST /access/invitations/read', { token }, null)
    expect(read.body.data).toMatchObject({ role: 'custom', role_name: 'Freelancer' })
    const answer = await accept(token)
    expect(answer.body.data.user).toMatchObject({ role: 'custom', role_id, ...limits })
    const headers = { cookie: `flotilla_session=${cookiesOf(answer).flotilla_session}` }
    const me = (await fixture.call('GET /access/me', undefined, headers)).body.data
    expect(me).toMatchObject({ role: 'custom', limits })
    expect(me.permissions.toSorted()).toEqual(
      ['account.read', 'modules.read', 'own', 'public', 'sites.read', 'updates.manage', 'updates.read'].toSorted(),
    )
  })

  it('gives limits with a built-in role', async () => {
    await useIds(fixture.service)
    const { user } = (await accept(await invite('manager', { client_ids: [6] }))).body.data
    expect(user).toMatchObject({ role: 'manager', role_id: null, site_ids: null, tag_ids: null, client_ids: [6] })
  })

  it('ends with its custom role', async () => {
    const role_id = await addRole(['sites.read'])
    const token = await invite('custom', { role_id })
    expect((await fixture.call(`DELETE /access/roles/${role_id}/remove`, { confirm: true })).status).toBe(200)
    expect((await accept(token)).body.code).toBe('svc_link_not_found')
    expect((await fixture.call('GET /access/invitations')).body.total).toBe(0)
  })

  it('is refused when the inviter got a custom role', async () => {
    const token = await invite('viewer')
    const role_id = await addRole(['sites.read'])
    const change = { role: 'viewer' as const, role_id }
    await fixture.service.db.updateTable('users').set(change).where('login', '=', 'ada').execute()
    expect((await accept(token)).body.code).toBe('svc_link_not_found')
  })

  it('needs a new link after the inviter left and another administrator took over', async () => {
    const { body } = await fixture.call('POST /access/users/add', { login: 'boss', role: 'administrator' })
    const token = await invite('administrator')
    const { id } = fixture.people.administrator
    const left = await fixture.call(`POST /access/users/${id}/edit`, { disabled: true, transfer_to: body.data.user.id })
    expect(left.status).toBe(200)
    expect((await accept(token)).body.code).toBe('svc_link_not_found')
    const rows = await fixture.service.db.selectFrom('invitations').select(['invited_by', 'email']).execute()
    expect(rows).toEqual([{ invited_by: body.data.user.id, email: 'new@example.org' }])
  })

  it('ends with a restored backup', async () => {
    const token = await invite()
    const { revokeAllCredentials } = await import('../end-access.ts')
    await revokeAllCredentials(fixture.service.db)
    expect((await accept(token)).status).toBe(404)
  })
})
