import { expect, it } from 'vitest'
import { cookiesOf } from '../../../testing/people.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const fixture = setUpMailLinks()
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = (headers: Record<string, string> = {}) => {
  const { login, password } = fixture.people.viewer
  return fixture.call('POST /access/sessions', { login, password }, { 'user-agent': firefox, ...headers })
}

it('is sent for a sign-in from a new device, and neither for the first one nor for a known device', async () => {
  const first = await signIn()
  await signIn({ cookie: `flotilla_device=${cookiesOf(first).flotilla_device}` })
  await signIn({ 'user-agent': `${firefox} <b>hostile</b>` })
  await fixture.finishQueuedCalls()
  const [mail] = await fixture.mails(1)
  expect(mail!.text).toContain('The user vera signed in from a browser that Flotilla does not know.')
  expect(mail!.text).toContain('Address: 203.0.113.1. Browser: Firefox on Windows.')
  expect(mail!.text).not.toContain('hostile')
})

it('is in the language that the user has chosen', async () => {
  await fixture.service.db.pool.query(
    `insert into user_preferences (user_id, name, value, updated_at)
     select id, 'language', '["de"]', now() from users where login = $1`,
    [fixture.people.viewer.login],
  )
  await signIn()
  await signIn()
  await fixture.finishQueuedCalls()
  const [mail] = await fixture.mails(1)
  expect(mail!.text).toContain('Der Benutzer vera hat sich von einem Browser angemeldet, den Flotilla nicht kennt.')
  expect(mail!.html).toContain('Gesendet von Flotilla.')
})

it('does not prevent the sign-in when the mail server refuses it', async () => {
  fixture.refuses = true
  await signIn()
  expect((await signIn()).status).toBe(200)
  await fixture.finishQueuedCalls()
  await fixture.mails(0)
})
