import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const edit = (type: string, payload: object) => rest(`PUT /settings/emails/${type}/edit`, payload)
const read = async (type: string) =>
  (await rest('GET /settings/emails')).body.data.find((settings: { type: string }) => settings.type === type)

it('changes the sent values of one type only', async () => {
  const { status, body } = await edit('uptime', { subject: 'Ahoy', disable: true })
  const stored = { type: 'uptime', heading: 'Uptime alert', subject: 'Ahoy', recipients: '', disable: 1 }
  expect([status, body]).toEqual([200, { success: 1, message: 'E-mail settings updated.', data: stored }])
  expect(await read('uptime')).toEqual(stored)
  expect(await read('site_health')).toMatchObject({ subject: 'Site health alert', disable: 0 })
})

it('resets to the default of the type with null', async () => {
  await edit('site_health', { heading: 'Ahoy' })
  expect((await edit('site_health', { heading: null })).body.data.heading).toBe('Site health alert')
})

it.each([
  ['ada@example.com', 'ada@example.com'],
  ['ada@example.com,grace@example.com , ada@example.com', 'ada@example.com, grace@example.com'],
  [['ada@example.com', 'grace@example.com'], 'ada@example.com, grace@example.com'],
  ['', ''],
  [null, ''],
])('stores the recipients %j as %j', async (sent, stored) => {
  await edit('uptime', { recipients: 'before@example.com' })
  expect((await edit('uptime', { recipients: sent })).body.data.recipients).toBe(stored)
})

it('accepts its own output as input', async () => {
  await edit('uptime', { recipients: ['ada@example.com', 'grace@example.com'] })
  const { type: _, ...shown } = await read('uptime')
  expect((await edit('uptime', shown)).status).toBe(200)
  expect(await read('uptime')).toMatchObject(shown)
})

it.each([
  [{ recipients: 'ada' }, 'recipients'],
  [{ recipients: 'ada@example.com, grace' }, 'recipients'],
  [{ recipients: 'ada@example.com\r\nBcc: eve@evil.example' }, 'recipients'],
  [{ subject: 'one\r\nBcc: eve@evil.example' }, 'subject'],
  [{ heading: 'x'.repeat(201) }, 'heading'],
  [{ color: 'red' }, 'color'],
])('%j is refused', async (payload, field) => {
  const { status, body } = await edit('uptime', payload)
  expect([status, Object.keys(body.data.params)]).toEqual([400, [expect.stringMatching(`^${field}`)]])
})

it('returns the known types when one is unknown', async () => {
  const { status, body } = await edit('birthday', { subject: 'Ahoy' })
  expect([status, body.data.params.mail_type]).toEqual([400, expect.stringContaining('daily_digest, uptime')])
})
