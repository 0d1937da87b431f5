import { expect, it } from 'vitest'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

/** Without SMTP_URL. */
const fixture = setUpMailLinks({ mail: {} })

it('sends invitations and password resets by the mail server of the dashboard, without a restart', async () => {
  const refused = await fixture.call('POST /access/invitations/add', { email: 'grace@example.org' })
  expect([refused.status, refused.body.code]).toEqual([503, 'svc_mail_not_configured'])
  const { hostname: host, port } = new URL(fixture.mailbox.url)
  const server = { host, port: Number(port), tls: 'none', sender: 'Northwind <care@northwind.example>' }
  expect((await fixture.call('PUT /settings/mail-server', server)).status).toBe(200)
  expect((await fixture.call('POST /access/invitations/add', { email: 'grace@example.org' })).status).toBe(200)
  const login = fixture.people.viewer.login
  expect((await fixture.call('POST /access/password-resets', { login }, null)).status).toBe(200)
  const mails = await fixture.mails(2)
  expect(mails.map(({ from, to }) => [from, ...to]).sort()).toEqual([
    ['care@northwind.example', 'grace@example.org'],
    ['care@northwind.example', `${login}@example.org`],
  ])
})
