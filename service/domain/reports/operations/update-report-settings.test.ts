import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { defaultBranding } from '../branding.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const edit = (payload: object) => rest('PUT /settings/reports/edit', payload)
const shown = async () => (await rest('GET /settings/reports')).body.data

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('changes only the sent settings, and null resets to the default', async () => {
  const { status, body } = await edit({ company_name: 'Northwind', brand_color: '#AA3300', logo: pixel })
  expect([status, body.message]).toEqual([200, 'Report settings updated.'])
  await rest('PATCH /settings/reports/edit', { title: 'Report', sections: 'uptime,updates' })
  expect(await shown()).toMatchObject({
    company_name: 'Northwind',
    brand_color: '#AA3300',
    logo: pixel,
    title: 'Report',
    sections: ['uptime', 'updates'],
  })
  await edit({ brand_color: null })
  expect(await shown()).toMatchObject({ brand_color: defaultBranding.brand_color, company_name: 'Northwind' })
})

it.each([
  ['brand_color', 'red'],
  ['accent_color', '#12345'],
  ['logo', 'http://plain.example/logo.png'],
  ['logo', 'javascript:alert(1)'],
  ['logo', 'data:text/html;base64,PHNjcmlwdD4='],
  // Claims to be an image.
  ['logo', 'data:image/png;base64,PHNjcmlwdD4='],
  ['company_website', 'javascript:alert(1)'],
  ['company_name', 'two\nlines'],
  ['company_email', 'nobody'],
  ['paper', 'A3'],
  ['sections', ['unknown']],
  ['vulnerability_feed_url', 'file:///etc/passwd'],
  ['nonsense', 1],
])('%s refuses %j', async (key, value) => {
  const { status, body } = await edit({ [key]: value })
  expect([status, Object.keys(body.data.params)[0]!.split('.')[0]]).toEqual([400, key])
})

it('returns the changes in a dry run and changes nothing', async () => {
  const { body } = await edit({ title: 'New', paper: 'A4', dry_run: true })
  expect(body.data.would_affect).toEqual([{ setting: 'title', from: defaultBranding.title, to: 'New' }])
  expect((await shown()).title).toBe(defaultBranding.title)
})

it('is for administrators only', async () => {
  const { status } = await rest('PUT /settings/reports/edit', { title: 'X' }, fixture.people.manager.headers)
  expect(status).toBe(403)
})
