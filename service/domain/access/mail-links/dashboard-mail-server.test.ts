import { describe, expect, it } from 'vitest'
import { openMailbox } from '../../../testing/mailbox.ts'
import { signInAs } from '../../../testing/people.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

/** Without SMTP_URL. */
const fixture = setUpMailLinks({ mail: {} })

const run = async (name: string, input: object) =>
  // The outputs of these operations have these fields.
  (await fixture.service.app.run(name, input)).output as { id: number; token: string }
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

it('sends invitations and password resets by the mail server of the dashboard, without a restart', async () => {
  const refused = await fixture.call('POST /access/invitations/add', { email: 'grace@example.org' })
  expect([refused.status, refused.body.code]).toEqual([503, 'svc_mail_not_configured'])
  const { hostname: host, port } = new URL(fixture.mailbox.url)
  const server = { host, port: Number(port), tls: 'none', sender: 'Northwind <care@northwind.example>' }
  const { headers } = await signInAs(fixture.service, fixture.people.administrator)
  expect((await fixture.call('PUT /settings/mail-server', server, headers)).status).toBe(200)
  expect((await fixture.call('POST /access/invitations/add', { email: 'grace@example.org' })).status).toBe(200)
  const login = fixture.people.viewer.login
  expect((await fixture.call('POST /access/password-resets', { login }, null)).status).toBe(200)
  // The third one notifies the administrator of the change.
  const mails = await fixture.mails(3)
  expect(mails.map(({ from, to }) => [from, ...to]).sort()).toEqual([
    ['care@northwind.example', 'ada@example.org'],
    ['care@northwind.example', 'grace@example.org'],
    ['care@northwind.example', `${login}@example.org`],
  ])
})

describe('the mail server and the administrator’s account', () => {
  const attackers: [name: string, enter: () => Promise<Record<string, string>>][] = [
    [
      'a key of an administrator with read and write that ends in an hour',
      async () => {
        const expires_at = new Date(fixture.service.clock.now().getTime() + 3_600_000).toISOString()
        const user_id = fixture.people.administrator.id
        return bearer(await run('add-key', { user_id, scopes: ['read', 'write'], expires_at }))
      },
    ],
    [
      'a person with a custom role of settings.manage only',
      async () => {
        const role = await run('add-role', { name: 'Settings', permissions: ['settings.manage'] })
        const [login, password] = ['sam', 'a right pass phrase of this person']
        await run('add-user', { login, password, must_change_password: false, role_id: role.id })
        return (await signInAs(fixture.service, { login, password })).headers
      },
    ],
    ['a stored password of the administrator', async () => fixture.people.administrator.basic],
  ]

  it.each(attackers)('%s cannot redirect the links for new passwords', async (_name, enter) => {
    const headers = await enter()
    const { hostname: host, port } = new URL(fixture.mailbox.url)
    const own = { host, port: Number(port), tls: 'none', sender: 'attacker@evil.example' }
    const redirected = await fixture.call('PUT /settings/mail-server', own, headers)
    await fixture.call('POST /access/password-resets', { login: fixture.people.administrator.login }, null)
    await fixture.finishQueuedCalls()
    // Before 0.3.0 the attacker read this link, set a password, and was the administrator.
    expect(fixture.mailbox.received.map(({ text }) => /reset-password#/.test(text ?? ''))).toEqual([])
    expect([redirected.status, redirected.body.code]).toEqual([403, 'svc_permission_denied'])
    for (const refused of ['DELETE /settings/mail-server', 'POST /settings/mail-server/test']) {
      const { status } = await fixture.call(refused, { to: 'attacker@evil.example' }, headers)
      expect([refused, status]).toEqual([refused, 403])
    }
  })
})

it('notifies the administrators of a changed mail server, at the former one, too', async () => {
  const former = await openMailbox()
  try {
    const { headers } = await signInAs(fixture.service, fixture.people.administrator)
    const serverOf = ({ url }: { url: string }) => ({ host: '127.0.0.1', port: Number(new URL(url).port), tls: 'none' })
    const sender = 'care@northwind.example'
    await fixture.call('PUT /settings/mail-server', { ...serverOf(former), sender }, headers)
    await fixture.finishQueuedCalls()
    former.received.splice(0)
    await fixture.call('PUT /settings/mail-server', serverOf(fixture.mailbox), headers)
    await fixture.finishQueuedCalls()
    for (const { received } of [former, fixture.mailbox])
      expect(
        received.map(({ to, header, text }) => [to, header('subject'), /Changed: The mail server/.test(text)]),
      ).toEqual([[['ada@example.org'], 'Settings that protect the access to Flotilla were changed', true]])
    // Sent back unchanged: nothing to tell.
    await fixture.call('PUT /settings/mail-server', serverOf(fixture.mailbox), headers)
    await fixture.finishQueuedCalls()
    expect(fixture.mailbox.received).toHaveLength(1)
    await fixture.call('DELETE /settings/mail-server', {}, headers)
    expect(fixture.mailbox.received).toHaveLength(2)
  } finally {
    await former.close()
  }
})
