import { expect, it } from 'vitest'
import { linkTokenIn } from '../../../testing/mailbox.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const fixture = setUpMailLinks()
const read = (token: string) => fixture.call('POST /access/invitations/read', { token }, null)

it('shows the invitation to a caller without credentials, as often as the page is opened', async () => {
  await fixture.call('POST /access/invitations/add', { email: 'new@example.org', name: 'New', role: 'manager' })
  const token = linkTokenIn(fixture.mailbox.received[0]!)
  for (let count = 0; count < 3; count++)
    expect((await read(token)).body.data).toEqual({
      email: 'new@example.org',
      name: 'New',
      role: 'manager',
      role_name: null,
      invited_by: 'ada',
      expires_at: expect.any(String),
    })
})

it('returns 404 for a wrong token, and 429 after 60 of them in a minute', async () => {
  for (let count = 0; count < 60; count++) expect((await read('x'.repeat(43))).status).toBe(404)
  const { status, headers } = await read('x'.repeat(43))
  expect([status, headers['retry-after']]).toEqual([429, '60'])
})

it('does not take the token from the address', async () => {
  await fixture.call('POST /access/invitations/add', { email: 'new@example.org' })
  const token = linkTokenIn(fixture.mailbox.received[0]!)
  expect((await fixture.call(`GET /access/invitations/read?token=${token}`, undefined, null)).status).not.toBe(200)
})
