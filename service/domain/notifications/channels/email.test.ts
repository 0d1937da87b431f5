import { expect, it, onTestFinished } from 'vitest'
import { createMailer } from '../../../platform/mail.ts'
import { testOutbound } from '../../../platform/outbound/testing/test-servers.ts'
import { openMailbox } from '../../../testing/mailbox.ts'
import type { ChannelMessage } from './channel-message.ts'
import { sendToChannel } from './send-to-channel.ts'
import { hostileMessage, usualMessage } from './testing/receiver.ts'

async function send(message: ChannelMessage, options: Parameters<typeof openMailbox>[0] = {}) {
  const mailbox = await openMailbox(options)
  onTestFinished(() => mailbox.close())
  const mail = createMailer({ smtpUrl: mailbox.url, from: 'flotilla@example.com' })
  const channel = { service: 'email' as const, target: { to: 'ops@example.com' } }
  const outcome = sendToChannel({ outbound: testOutbound(), mail }, channel, message)
  return { mailbox, outcome }
}

it('sends text and HTML with a link to the dashboard', async () => {
  const { mailbox, outcome } = await send(usualMessage)
  await outcome
  const [mail] = mailbox.received
  expect(mail!.to).toEqual(['ops@example.com'])
  expect(mail!.header('subject')).toBe('Harbour is down')
  expect(mail!.text).toContain('Open in Flotilla: https://flotilla.example/sites/7')
  expect(mail!.html).toContain('<a href="https://flotilla.example/sites/7">')
})

it('escapes text from a site and puts no line break into the subject', async () => {
  const { mailbox, outcome } = await send({ ...hostileMessage, link: null })
  await outcome
  const [mail] = mailbox.received
  expect(mail!.header('x-injected')).toBeUndefined()
  expect(mail!.html).not.toContain('<a ')
  expect(mail!.html).toContain('&lt;!channel&gt;')
  // Mail programs would make links of addresses in one piece.
  const lines = mail!.html.slice(mail!.html.indexOf('<p '))
  expect(lines).toContain('https:<span>//</span>evil<span>.</span>example/x')
  expect(lines).not.toMatch(/evil\.example|www\.evil/)
})

it.each([
  [550, true],
  [451, false],
])('reports a refusal with %d as permanent: %s', async (responseCode, permanent) => {
  const refusal = Object.assign(new Error('refused'), { responseCode })
  const { outcome } = await send(usualMessage, { onRcptTo: (_address, _session, done) => done(refusal) })
  await expect(outcome).rejects.toMatchObject({ permanent })
})
