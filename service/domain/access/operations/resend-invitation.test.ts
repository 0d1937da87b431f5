import { expect, it } from 'vitest'
import { linkTokenIn } from '../../../testing/mailbox.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const fixture = setUpMailLinks()
const invite = async () =>
  (await fixture.call('POST /access/invitations/add', { email: 'new@example.org' })).body.data.id as number
const read = (token: string) => fixture.call('POST /access/invitations/read', { token }, null)

it('sends a new link for 7 days and ends the previous one', async () => {
  const id = await invite()
  fixture.service.clock.advance(8 * 86_400_000)
  const { body } = await fixture.call(`POST /access/invitations/${id}/resend`)
  expect(body.data).toMatchObject({ id, state: 'open' })
  const [first, second] = fixture.mailbox.received.map(linkTokenIn)
  expect((await read(first!)).status).toBe(404)
  expect((await read(second!)).status).toBe(200)
})

it('keeps the previous link when the mail server refuses the e-mail', async () => {
  const id = await invite()
  fixture.refuses = true
  expect((await fixture.call(`POST /access/invitations/${id}/resend`)).body.code).toBe('svc_mail_failed')
  expect((await read(linkTokenIn(fixture.mailbox.received[0]!))).status).toBe(200)
})

it('returns 404 for an invitation that does not exist, and 403 to managers', async () => {
  expect((await fixture.call('POST /access/invitations/99/resend')).body.code).toBe('svc_invitation_not_found')
  const id = await invite()
  const answer = await fixture.call(`POST /access/invitations/${id}/resend`, undefined, fixture.people.manager.headers)
  expect(answer.status).toBe(403)
})
