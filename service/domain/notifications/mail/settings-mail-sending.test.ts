import { describe, expect, it } from 'vitest'
import { openMailbox } from '../../../testing/mailbox.ts'
import { settleMessage, takeOldestMessage } from '../rules/channel-message-store.ts'
import { setUpMail } from '../testing/set-up-mail.ts'

const fixture = setUpMail()
const messages = async () => (await fixture.rest('GET /notifications/messages')).body.data

it('sends an e-mail as HTML and text, with sanitized names of sites', async () => {
  const name = '<script>alert(1)</script>\r\nBcc: all@example.com'
  await fixture.service.db.updateTable('sites').set({ name }).where('id', '=', 1).execute()
  await fixture.happen(1, 'down', { cause: 'The site answered 500; expected 200-206.' })
  await fixture.pass(15)
  const [mail] = fixture.mailbox.received
  expect(mail!.header('subject')).toBe('Uptime alert: <script>alert(1)</script> Bcc: all@example.com is down')
  expect(mail!.header('bcc')).toBeUndefined()
  expect(mail!.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Bcc: all<span>@</span>example<span>.</span>com')
  expect(mail!.html).not.toContain('<script>')
  expect(mail!.html).toContain('November 15, 2026, 9:00 am')
  expect(await messages()).toMatchObject([
    { state: 'sent', attempts: 1, recipient: 'ops@example.com', last_error: null },
  ])
})

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

describe('while the mail server is unavailable', () => {
  it('retries with growing intervals and loses nothing', async () => {
    fixture.smtpUrl = 'smtp://127.0.0.1:1'
    await fixture.happen(1, 'down')
    await fixture.pass(15)
    expect(await messages()).toMatchObject([
      { state: 'waiting', attempts: 1, last_error: expect.stringContaining('127.0.0.1') },
    ])
    await fixture.pass(20)
    expect(await messages()).toMatchObject([{ attempts: 1 }])
    await fixture.pass(11)
    expect(await messages()).toMatchObject([{ attempts: 2 }])
    fixture.smtpUrl = fixture.mailbox.url
    await fixture.pass(61)
    expect(await messages()).toMatchObject([{ state: 'sent', attempts: 3 }])
    expect(fixture.subjects()).toEqual(['ops@example.com: Site 1 is down'])
  })

  it('gives up after a day', async () => {
    fixture.smtpUrl = 'smtp://127.0.0.1:1'
    await fixture.happen(1, 'down')
    await fixture.pass(15)
    await fixture.pass(25 * 3600)
    expect(await messages()).toMatchObject([{ state: 'failed', next_attempt_at: null }])
  })
})

it('sends to other recipients when the mail server refuses one', async () => {
  const picky = await openMailbox({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('unknown') ? refusal(550, 'no such user') : null),
  })
  try {
    fixture.smtpUrl = picky.url
    await fixture.rest('PUT /monitors/1/settings', { monitoring_emails: 'unknown@example.com' })
    await fixture.happen(1, 'down')
    await fixture.pass(15)
    const states = (await messages()).map(({ recipient, state }: Record<string, string>) => `${recipient} ${state}`)
    expect(states.sort()).toEqual(['ops@example.com sent', 'unknown@example.com failed'])
    expect(picky.received).toHaveLength(1)
  } finally {
    await picky.close()
  }
})

it.each([
  [550, 'no such user', { state: 'failed', attempts: 1, next_attempt_at: null }],
  [451, 'greylisted, come back later', { state: 'waiting', attempts: 1 }],
])('retries a refusal with %d only if it is temporary, and quotes the server', async (code, text, state) => {
  const picky = await openMailbox({ onRcptTo: (_address, _session, done) => done(refusal(code, text)) })
  try {
    fixture.smtpUrl = picky.url
    await fixture.happen(1, 'down')
    await fixture.pass(15)
    expect(await messages()).toMatchObject([{ ...state, last_error: expect.stringContaining(text) }])
  } finally {
    await picky.close()
  }
})

it('sends messages of a crashed process after five minutes', async () => {
  await fixture.happen(1, 'down')
  fixture.smtpUrl = 'smtp://127.0.0.1:1'
  await fixture.pass(15)
  await fixture.service.db.updateTable('channel_messages').set({ state: 'sending' }).execute()
  await fixture.service.db
    .updateTable('channel_messages')
    .set({ due_at: new Date(fixture.service.clock.now().getTime() + 300_000) })
    .execute()
  fixture.smtpUrl = fixture.mailbox.url
  await fixture.pass(200)
  expect(fixture.subjects()).toEqual([])
  await fixture.pass(101)
  expect(fixture.subjects()).toHaveLength(1)
})

it('counts only the outcome of the process that has a message', async () => {
  const { db, clock } = fixture.service
  await fixture.happen(1, 'down')
  fixture.smtpUrl = 'smtp://127.0.0.1:1'
  await fixture.pass(15)
  const { channel_id } = await db.selectFrom('channel_messages').selectAll().executeTakeFirstOrThrow()
  const take = async (holder: string) => {
    clock.advance(600_000)
    const taken = await takeOldestMessage(db, channel_id, clock.now(), { holder, seconds: 300 })
    await db
      .updateTable('channel_messages')
      .set({ leased_until: new Date(0) })
      .execute()
    return taken!
  }
  const [late, second] = [await take('late'), await take('second')]
  expect(await settleMessage(db, second, { sentAt: clock.now() })).toMatchObject({ name: 'ended', end: 'done' })
  expect(await settleMessage(db, late, { error: 'too late', dueAt: clock.now() })).toBeNull()
  expect(await db.selectFrom('channel_messages').select(['state', 'last_error']).execute()).toEqual([
    { state: 'sent', last_error: null },
  ])
})
