import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const period = 'start_date=2026-10-01&end_date=2026-10-31&format=html'

beforeEach(async () => {
  await seedSites(fixture.service.db, 3)
  await rest('POST /clients/add', { name: 'Acme', selected_sites: [1, 2] })
  await rest('POST /clients/add', { name: 'Other', selected_sites: [3] })
})

it('changes reports of the client and of its sites, and no others', async () => {
  const own = { company_name: 'Acme Care', brand_color: '#aa0011', language: 'de', logo }
  const { status, body } = await rest('PUT /clients/1/branding', own)
  expect([status, body.data.own]).toEqual([200, own])
  const pages = await Promise.all(
    ['/clients/1/report', '/pro-reports/1/report', '/clients/2/report', '/pro-reports/3/report'].map(
      async (path) => (await rest(`GET ${path}?${period}`)).text,
    ),
  )
  const looks = pages.map((page) => ['lang="de"', '#aa0011', logo].map((part) => page.includes(part)))
  expect(looks).toEqual([
    [true, true, true],
    [true, true, true],
    [false, false, false],
    [false, false, false],
  ])
  expect(pages[0]).toContain('Zusammenfassung')
  expect(pages[0]).toContain('Oktober 2026')
  expect(pages[0]).not.toMatch(/Summary|Website care report|Created on|There are no figures/)
  expect(pages[2]).toContain('Summary')
  const plan = await rest('POST /clients/1/report/email?dry_run=true', {
    start_date: '2026-10-01',
    end_date: '2026-10-31',
    to: ['a@example.com'],
    subject: '{company}',
  })
  expect(plan.body.data.would_affect[0].subject).toBe('Acme Care')
})

it('uses the value of all reports again after null, and keeps what is not sent', async () => {
  await rest('PUT /clients/1/branding', { company_name: 'Acme Care', language: 'de' })
  const { body } = await rest('PATCH /clients/1/branding', { company_name: null })
  expect(body.data.own).toEqual({ language: 'de' })
  expect((await rest('PUT /clients/1/branding?dry_run=true', { language: 'en' })).body.data.would_affect).toEqual([
    { setting: 'language' },
  ])
  await rest('DELETE /clients/1/remove')
  expect(await fixture.service.db.selectFrom('client_report_settings').selectAll().execute()).toEqual([])
})

it.each([
  [{ language: 'xx' }],
  [{ brand_color: 'red' }],
  [{ logo: 'javascript:alert(1)' }],
  [{ company_name: 'two\nlines' }],
  [{ paper: 'A4' }],
])('refuses %j', async (input) => {
  expect((await rest('PUT /clients/1/branding', input)).status).toBe(400)
})

it('is not for viewers and limited keys', async () => {
  const send = async (headers: Record<string, string>) =>
    (await rest('PUT /clients/1/branding', { language: 'de' }, headers)).status
  expect(await send(fixture.people.viewer.headers)).toBe(403)
  expect(await send(fixture.people.keys.limited.headers)).toBe(403)
})
