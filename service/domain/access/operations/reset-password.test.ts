import { describe, expect, it } from 'vitest'
import { linkTokenIn } from '../../../testing/mailbox.ts'
import { basic, cookiesOf, signInAs } from '../../../testing/people.ts'
import { everythingKept, setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const fixture = setUpMailLinks()
const password = 'a much better pass phrase'
async function requestLink(login = 'vera'): Promise<string> {
  const before = fixture.mailbox.received.length
  await fixture.call('POST /access/password-resets', { login }, null)
  return linkTokenIn((await fixture.mails(before + 1)).at(-1)!)
}
const use = (token: string, more: object = {}) =>
  fixture.call('POST /access/password-resets/use', { token, new_password: password, ...more }, null)
const me = (headers: Record<string, string>) => fixture.call('GET /access/me', undefined, headers)

describe('resetting a password', () => {
  it('sets it, ends sessions and application passwords, and signs in', async () => {
    const { viewer } = fixture.people
    const session = await signInAs(fixture.service, viewer)
    const payload = { name: 'script', current_password: viewer.password }
    const created = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/access/me/application-passwords',
      headers: session.headers,
      payload,
    })
    const program = basic('vera', created.body.data.password)
    expect((await me(program)).status).toBe(200)
    const token = await requestLink()
    const answer = await use(token)
    expect(answer.body).toMatchObject({ success: 1, data: { user: { login: 'vera' }, must_change_password: false } })
    for (const old of [{ cookie: session.cookie }, program, viewer.basic]) expect((await me(old)).status).toBe(401)
    expect((await me(basic('vera', password))).status).toBe(200)
    expect((await me({ cookie: `flotilla_session=${cookiesOf(answer).flotilla_session}` })).status).toBe(200)
    // Keys of programs go on, unless they are switched off.
    expect((await me(viewer.headers)).status).toBe(200)
    const kept = await everythingKept(fixture)
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(password)
  })

  it('switches off API keys on request', async () => {
    await use(await requestLink(), { switch_off_keys: true })
    expect((await me(fixture.people.viewer.headers)).status).toBe(401)
  })

  it('replaces a one-time password', async () => {
    await fixture.service.db.updateTable('users').set({ must_change_password: true }).execute()
    expect((await use(await requestLink())).body.data.must_change_password).toBe(false)
  })

  it('works once, also for two callers at the same time', async () => {
    const token = await requestLink()
    const answers = await Promise.all([use(token), use(token, { new_password: 'another pass phrase' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await use(token)).body.code).toBe('svc_link_not_found')
  })

  it('works for 30 minutes', async () => {
    const token = await requestLink()
    fixture.service.clock.advance(30 * 60_000)
    expect((await use(token)).body.code).toBe('svc_link_not_found')
    expect((await me(fixture.people.viewer.basic)).status).toBe(200)
  })

  it('is refused with an older link', async () => {
    const older = await requestLink()
    const newer = await requestLink()
    expect((await use(older)).status).toBe(404)
    expect((await use(newer)).status).toBe(200)
  })

  it.each([
    ['the user is disabled', { disabled: true }],
    ['the user has another e-mail address', { email: 'moved@example.org' }],
  ])('is refused when %s', async (_, change) => {
    const token = await requestLink()
    await fixture.service.db.updateTable('users').set(change).where('login', '=', 'vera').execute()
    expect((await use(token)).body.code).toBe('svc_link_not_found')
  })

  it('is refused after the password was changed in another way', async () => {
    const token = await requestLink()
    const { id } = fixture.people.viewer
    await fixture.service.app.run('update-user', { id, password: 'set by the administrator' })
    expect((await use(token)).status).toBe(404)
  })

  it('keeps the link when the new password is refused, in a dry run, and for a page of another site', async () => {
    const token = await requestLink()
    expect((await use(token, { new_password: 'short' })).status).toBe(400)
    expect((await use(token, { new_password: 'vera is my name' })).status).toBe(400)
    expect((await use(token, { dry_run: true })).body.data).toMatchObject({ would_affect: [] })
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const payload = { token, new_password: password }
    expect((await fixture.call('POST /access/password-resets/use', payload, foreign)).status).toBe(403)
    expect((await use(token)).status).toBe(200)
  })

  it('is not possible with the token of an invitation', async () => {
    await fixture.call('POST /access/invitations/add', { email: 'new@example.org' })
    const [mail] = await fixture.mails(1)
    expect((await use(linkTokenIn(mail!))).status).toBe(404)
  })

  it('writes one audit line with the login and without the token', async () => {
    const token = await requestLink()
    await use(token)
    const lines = await fixture.service.db
      .selectFrom('audit_lines')
      .select(['operation', 'subject', 'outcome'])
      .where('operation', '=', 'reset-password')
      .execute()
    expect(lines).toEqual([{ operation: 'reset-password', subject: '{"login":"vera"}', outcome: 'ok' }])
  })
})
