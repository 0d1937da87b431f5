import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it.each(['daily_digest', 'uptime', 'site_health', 'deactivated_license_alert'])(
  'returns %s as it would be sent',
  async (type) => {
    await rest(`PUT /settings/emails/${type}/edit`, {
      heading: 'Ahoy <b>there</b>',
      subject: 'Fleet & co',
      recipients: 'ada@example.com, grace@example.com',
    })
    const { status, body } = await rest(`GET /settings/emails/${type}/preview`)
    expect([status, body.data]).toEqual([
      200,
      {
        type,
        subject: 'Fleet & co',
        recipients: ['ada@example.com', 'grace@example.com'],
        html: expect.stringContaining('Ahoy &lt;b&gt;there&lt;/b&gt;</h1>'),
        text: expect.stringContaining('Ahoy <b>there</b>'),
      },
    ])
  },
)

it('formats times with the time zone and the formats of the settings', async () => {
  const text = async () => (await rest('GET /settings/emails/uptime/preview')).body.data.text
  expect(await text()).toContain('November 15, 2026, 9:00 am')
  await rest('PUT /settings/general/edit', {
    timezone_string: 'America/New_York',
    date_format: 'Y-m-d',
    time_format: 'H:i T',
  })
  expect(await text()).toContain('2026-11-15, 04:00 -05:00')
})

it('returns an HTML file with format html', async () => {
  const { headers, text } = await rest('GET /settings/emails/uptime/preview?format=html')
  expect(headers['content-type']).toContain('text/html')
  expect(headers['content-disposition']).toBe('inline; filename="uptime.html"')
  expect(text).toMatch(/^<!doctype html>/)
})
