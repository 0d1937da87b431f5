import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { type People, seedPeople, setUpService } from '../../../testing/people.ts'
import { chromiumRequirement, itIf } from '../../../testing/requirements.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { seedChanges } from '../testing/seed-changes.ts'

const dates = 'start_date=2026-10-01&end_date=2026-10-31'

describe('get-site-report', () => {
  const fixture = setUpService()
  const { rest } = callers(fixture)
  const hostile = `</style><script>alert(1)</script>"onload='x'`
  beforeEach(async () => {
    const { db } = fixture.service
    await seedFleet(db)
    await db.updateTable('sites').set({ name: hostile }).where('id', '=', 1).execute()
    await seedChanges(db, [
      { site: 1, at: '2026-10-05T10:00:00Z', type: 'plugin', description: 'Plugin updated', item: hostile },
      { site: 1, at: '2026-10-06T10:00:00Z', type: 'post', description: 'Post published', item: 'News' },
    ])
  })
  const report = (format: string) => rest(`GET /pro-reports/1/report?${dates}&format=${format}`)

  it('returns the figures as JSON', async () => {
    const { body } = await report('json')
    expect(body.data).toMatchObject({
      subject: hostile,
      period: { days: 31 },
      totals: { sites: 1, updates: 1, plugin_updates: 1, incidents: null, uptime: null },
      sites: [{ id: 1, changes: { plugins: { updated: 1 }, posts: { published: 1 } } }],
      sites_left_out: 0,
    })
  })

  it('returns a table with a line for the site', async () => {
    const { text } = await report('csv')
    expect(text.split('\r\n')[0]).toContain('site,url,uptime')
    expect(text.split('\r\n')).toHaveLength(3)
  })

  it('returns a page in the style of the company that runs and loads nothing of the site', async () => {
    await rest('PUT /settings/reports/edit', {
      company_name: 'Northwind & Sons',
      brand_color: '#aa3300',
      introduction: 'Dear {client}, this was {period}. <b>{company}</b>',
      logo: 'https://northwind.example/logo.png',
    })
    const { text, headers } = await report('html')
    expect(headers['content-disposition']).toMatch(/^inline; filename="report-.*-2026-10-01-2026-10-31\.html"$/)
    expect(text).toContain('--brand: #aa3300')
    expect(text).toContain('this was October 2026. &lt;b&gt;Northwind &amp; Sons&lt;/b&gt;')
    expect(text).toContain('<img src="https://northwind.example/logo.png" alt="Northwind &amp; Sons">')
    expect(text).toContain(`content="default-src &#39;none&#39;;`)
    // The page has no markup of the site.
    expect(text).not.toMatch(/<script/i)
    expect(text.match(/<\/style>/g)).toHaveLength(1)
    expect(text.replace(/<title>.*?<\/title>/gs, '')).not.toMatch(/<[^>]+\son\w+\s*=/i)
    expect(text.match(/(?:src|href)="[^"]*"/g)).toEqual(['src="https://northwind.example/logo.png"'])
  })

  it('shows only the configured sections, in their order', async () => {
    await rest('PUT /settings/reports/edit', { sections: ['content', 'updates'] })
    const { text } = await report('html')
    expect([...text.matchAll(/<h3>(\w+)/g)].map(([, title]) => title)).toEqual(['Content', 'Updates'])
  })

  it('claims nothing about vulnerabilities and software that were never read', async () => {
    expect((await report('json')).body.data.totals.vulnerabilities).toBeNull()
    const before = (await report('html')).text
    for (const claim of ['Known vulnerabilities', 'Abandoned software', 'Pending updates', 'Hardening']) {
      expect(before).not.toContain(claim)
    }
    await fixture.service.db
      .updateTable('sites')
      .set({ last_sync: new Date('2026-11-01T00:00:00Z') })
      .execute()
    const feed = '[{"title":"A","type":"plugin","slug":"absent","affected_versions":[{"to":"1"}]}]'
    await rest('POST /settings/reports/vulnerabilities/import', { feed })
    expect((await report('json')).body.data.totals.vulnerabilities).toBe(0)
    expect((await report('html')).text).toContain('Known vulnerabilities')
  })

  itIf(chromiumRequirement)('is a PDF of several pages', async () => {
    const { status, headers, text } = await report('pdf')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(text.slice(0, 5)).toBe('%PDF-')
  })

  it('refuses a period with one date only', async () => {
    expect((await rest('GET /pro-reports/1/report?format=html')).status).toBe(400)
  })
})

describe('without a Chromium', () => {
  const fixture = {} as { service: TestService; people: People }
  const { rest } = callers(fixture)
  beforeAll(async () => {
    fixture.service = await startTestService({ browser: { program: '/no/such/chromium' } })
    fixture.people = await seedPeople(fixture.service)
    await seedFleet(fixture.service.db)
  })
  afterAll(() => fixture.service.close())

  it.each(['report', 'plugins'])('returns 503 with advice for a PDF: %s', async (segment) => {
    const { status, body } = await rest(`GET /pro-reports/1/${segment}?${dates}&format=pdf`)
    expect([status, body.code]).toEqual([503, 'svc_browser_missing'])
    expect(body.message).toContain('install Chromium')
    expect((await rest(`GET /pro-reports/1/${segment}?${dates}&format=html`)).status).toBe(200)
  })
})
