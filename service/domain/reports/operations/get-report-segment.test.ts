import { beforeEach, describe, expect, it } from 'vitest'
import { readCsv } from '../../../platform/csv.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { seedSoftware } from '../../../testing/seed-software.ts'
import { segmentNames, segmentOf } from '../segments.ts'
import { seedChanges } from '../testing/seed-changes.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const october = 'start_date=2026-10-01&end_date=2026-10-31'
const report = (site: number | string, segment: string, more = '') =>
  rest(`GET /pro-reports/${site}/${segment}?${october}${more}`)

it.each(segmentNames)('%s answers for a site without data', async (segment) => {
  const { status, body } = await report(1, segment)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: 1,
    data: {
      segment,
      site: { id: 1, url: 'https://site-1.example/' },
      period: { start_date: '2026-10-01', end_date: '2026-10-31', days: 31 },
      rows: expect.any(Array),
      totals: expect.any(Object),
    },
  })
  for (const row of body.data.rows) expect(Object.keys(row).sort()).toEqual([...segmentOf(segment).columns].sort())
})

describe('the input', () => {
  it.each([
    ['', ['start_date', 'end_date']],
    ['?start_date=2026-10-01', ['end_date']],
    ['?start_date=yesterday&end_date=2026-10-31', ['start_date']],
    ['?start_date=2026-02-30&end_date=2026-03-01', ['start_date']],
    ['?start_date=2026-10-31&end_date=2026-10-01', ['end_date']],
    ['?start_date=2020-01-01&end_date=2026-10-01', ['end_date']],
    [`?${october}&format=docx`, ['format']],
    [`?${october}&colour=blue`, ['colour']],
  ])('%s is refused with the invalid fields', async (query, fields) => {
    const { status, body } = await rest(`GET /pro-reports/1/plugins${query}`)
    expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
    expect(Object.keys(body.data.params)).toEqual(fields)
  })

  it('lists the allowed actions for an unknown action', async () => {
    const { status, body } = await report(1, 'themes', '&action=blessed')
    expect(status).toBe(400)
    expect(body.data.params.action).toBe(
      'must be one of installed, activated, updated, edited, deleted for the segment themes',
    )
    const none = await report(1, 'website', '&action=updated')
    expect(none.body.data.params.action).toBe('is not used by the segment website: leave it out')
  })

  it('accepts the address of the site', async () => {
    expect((await report('site-2.example', 'website')).body.data.site.id).toBe(2)
    expect((await report(99, 'website')).body.code).toBe('svc_site_not_found')
  })
})

describe('changes', () => {
  beforeEach(() =>
    seedChanges(fixture.service.db, [
      { site: 1, at: '2026-09-30T23:59:59Z', type: 'plugin', description: 'Plugin updated', item: 'Too early' },
      { site: 1, at: '2026-10-01T00:00:00Z', type: 'plugin', description: 'Plugin updated', item: 'Forms' },
      { site: 1, at: '2026-10-31T23:59:59Z', type: 'plugin', description: 'Plugin deleted', item: '=HYPERLINK("x")' },
      { site: 1, at: '2026-11-01T00:00:00Z', type: 'plugin', description: 'Plugin updated', item: 'Too late' },
      { site: 2, at: '2026-10-05T00:00:00Z', type: 'plugin', description: 'Plugin updated', item: 'Elsewhere' },
      { site: 1, at: '2026-10-06T00:00:00Z', type: 'user', description: 'Role of a user changed from “a” to “b”' },
      { site: 1, at: '2026-10-07T00:00:00Z', type: 'cron-job', description: 'Scheduled task run' },
    ]),
  )

  it('are limited to the site and the period, newest first', async () => {
    const { body } = await report(1, 'plugins')
    expect(body.data.rows).toEqual([
      expect.objectContaining({ date: '2026-10-31T23:59:59Z', action: 'deleted', name: '=HYPERLINK("x")', by: 'site' }),
      expect.objectContaining({ date: '2026-10-01T00:00:00Z', action: 'updated', name: 'Forms', user: 'ada' }),
    ])
    expect(body.data.totals).toMatchObject({ updated: 1, deleted: 1, installed: 0, total: 2 })
    expect((await report(1, 'users')).body.data.totals).toEqual({ created: 0, updated: 1, deleted: 0, total: 1 })
  })

  it('include updates of WordPress with the version of the site', async () => {
    await seedChanges(fixture.service.db, [
      { site: 1, at: '2026-10-08T00:00:00Z', type: 'wordpress', description: 'WordPress updated', item: '6.8.3' },
    ])
    expect((await report(1, 'wordpress')).body.data.rows).toMatchObject([{ name: 'WordPress', new_version: '6.8.3' }])
  })

  it('are filtered by action', async () => {
    const { body } = await report(1, 'plugins', '&action=updated')
    expect(body.data.rows.map(({ name }: { name: string }) => name)).toEqual(['Forms'])
    expect(body.data.totals).toEqual({ updated: 1, total: 1 })
  })

  it('have one row per plugin for a change of several plugins, with the name on the site', async () => {
    await seedSoftware(fixture.service.db, [{ site_id: 1, slug: 'a/a.php', name: 'Albatross' }])
    await seedChanges(fixture.service.db, [
      {
        ...{ site: 1, at: '2026-10-09T00:00:00Z', type: 'plugin', description: 'Activate site plugins' },
        ...{ item: 'a/a.php, b/b.php', source: 'flotilla' },
      },
    ])
    const { body } = await report(1, 'plugins', '&action=activated')
    expect(body.data.totals.activated).toBe(2)
    expect(body.data.rows.map(({ name, by }: { name: string; by: string }) => [name, by])).toEqual([
      ['Albatross', 'flotilla'],
      ['b/b.php', 'flotilla'],
    ])
  })

  it('do not include changes with an unknown outcome', async () => {
    const change = { site: 1, at: '2026-10-09T00:00:00Z', type: 'plugin', source: 'flotilla' as const }
    await seedChanges(
      fixture.service.db,
      ['(outcome unknown)', '(nobody can say whether it happened)'].map((suffix) => ({
        ...change,
        description: `Delete site plugins: a/a.php ${suffix}`,
      })),
    )
    expect((await report(1, 'plugins')).body.data.totals.deleted).toBe(1)
  })

  it('contain no formulas as CSV', async () => {
    const answer = await report(1, 'plugins', '&format=csv')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="site-1-plugins-2026-10-01-2026-10-31.csv"',
    )
    expect(answer.text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(readCsv(answer.text).header).toEqual([...segmentOf('plugins').columns])
  })

  it('are escaped in a page', async () => {
    await seedChanges(fixture.service.db, [
      {
        site: 1,
        at: '2026-10-08T00:00:00Z',
        type: 'plugin',
        description: 'Plugin updated',
        item: '<img src=x onerror=y>',
      },
    ])
    const answer = await report(1, 'plugins', '&format=html')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('&lt;img src=x onerror=y&gt;')
    // Neither users nor the name of the tool are shown to clients.
    expect(answer.text).not.toMatch(/\bada\b|flotilla/i)
    expect(answer.text).not.toContain('<img')
    expect(answer.text).not.toContain('<script')
  })
})

describe('the state of a site', () => {
  it('has certificate and domain from the monitors', async () => {
    await fixture.service.db.pool.query(
      `insert into ssl_checks (site_id, url, outcome, issuer_o, common_name, valid_from, valid_to, checked_at, seen_at)
       values (1, 'https://site-1.example/', 'seen', 'Good CA', 'site-1.example', '2026-01-01', '2026-11-25', now(), now())`,
    )
    const { body } = await report(1, 'sslmonitor')
    expect(body.data.rows).toMatchObject([{ status: 'expiring', issuer: 'Good CA', days_left: 10 }])
    expect(body.data.totals).toEqual({ expiring: 1, total: 1 })
    expect((await report(1, 'domainmonitor')).body.data.rows).toMatchObject([{ status: 'unchecked' }])
  })

  it('has abandoned software: no release for two years', async () => {
    await seedSoftware(fixture.service.db, [
      { site_id: 1, slug: 'old/old.php', name: 'Old', last_updated: '2024-11-15' },
      { site_id: 1, slug: 'young/young.php', name: 'Young', last_updated: '2024-11-16' },
    ])
    const { body } = await report(1, 'abandoned')
    expect(body.data).toMatchObject({ rows: [{ name: 'Old', type: 'plugin' }], totals: { plugins: 1, total: 1 } })
  })

  it('has pending updates without the ignored ones', async () => {
    await fixture.service.db.pool.query(
      `insert into site_updates (site_id, type, slug, translates, language, name, current_version, new_version, active,
         premium, has_package, url, first_seen_at, step)
       select 1, 'plugin', slug, '', '', slug, '1.0', '1.1', true, false, true, '', now(), 'minor'
       from unnest(array['forms/forms.php', 'old/old.php']) as slug`,
    )
    await rest('PUT /updates/1/ignore/plugins', { slug: 'old/old.php' })
    const { body } = await report(1, 'pending')
    expect(body.data.rows).toHaveLength(1)
    expect(body.data.totals).toMatchObject({ plugins: 1, total: 1 })
  })

  it('has the performance audits of the period', async () => {
    expect((await report(1, 'performance')).body.data).toMatchObject({ rows: [], integration: 'not detected' })
    const audit = (at: string, strategy: string, score: number) =>
      fixture.service.db.pool.query(
        `insert into perf_audits (site_id, url, strategy, performance, seo, final_url, opportunities, findings, lighthouse_version, audited_at)
         values (1, 'https://site-1.example/', $2, $3, 100, '', '[]', '[]', '13', $1)`,
        [at, strategy, score],
      )
    await audit('2026-09-30T12:00:00Z', 'mobile', 10)
    await audit('2026-10-02T12:00:00Z', 'mobile', 71)
    await audit('2026-10-20T12:00:00Z', 'mobile', 93)
    await audit('2026-10-20T12:01:00Z', 'desktop', 98)
    const { body } = await report(1, 'performance')
    expect(body.data).toMatchObject({ totals: { audits: 3, mobile: 93, desktop: 98 }, integration: 'Lighthouse' })
    expect(body.data.rows[2]).toMatchObject({ strategy: 'mobile', performance: 71, seo: 100, lcp_ms: null })
    expect((await rest(`GET /pro-reports/1/report?${october}&format=html`)).text).toContain('aria-label="Speed: 93"')
  })

  it('has tracked work with its hours as maintenance', async () => {
    const task = { title: 'Forms repaired', date: '2026-10-12', duration: '1:30', sites: [1, 2] }
    expect((await rest('POST /time-tracker/tasks/add', task)).status).toBe(200)
    const { body } = await report(1, 'maintenance')
    expect(body.data.totals).toEqual({ process: 0, work: 1, hours: 1.5 })
    expect(body.data.rows).toMatchObject([{ date: '2026-10-12', action: 'work', name: 'Forms repaired', hours: 1.5 }])
    expect((await report(1, 'maintenance', '&action=process')).body.data.totals).toEqual({
      process: 0,
      work: 0,
      hours: 0,
    })
  })
})

describe('segments with data of other plugins', () => {
  it('report that no plugin was detected', async () => {
    const { body } = await report(1, 'scanner-b')
    expect(body.data).toMatchObject({ rows: [], totals: { detected: 0 }, integration: 'not detected' })
  })

  it('return the plugin of the site', async () => {
    await seedSoftware(fixture.service.db, [
      { site_id: 1, slug: 'wordfence/wordfence.php', name: 'Wordfence', version: '8.0' },
    ])
    const { body } = await report(1, 'scanner-b')
    expect(body.data).toMatchObject({
      rows: [{ name: 'Wordfence', version: '8.0', active: true }],
      integration: 'Wordfence 8.0',
    })
  })
})

describe('access', () => {
  it('is allowed for viewers, and for limited keys to their own sites', async () => {
    const { viewer, keys } = fixture.people
    expect((await rest(`GET /pro-reports/2/plugins?${october}`, undefined, viewer.headers)).status).toBe(200)
    expect((await rest(`GET /pro-reports/1/plugins?${october}`, undefined, keys.limited.headers)).status).toBe(200)
    expect((await rest(`GET /pro-reports/2/plugins?${october}`, undefined, keys.limited.headers)).status).toBe(404)
  })

  it('is 501 while the module is off; the data is kept', async () => {
    await rest('PUT /settings/reports/edit', { company_name: 'Kept' })
    await rest('PUT /modules/reports', { active: false })
    for (const path of [`/pro-reports/1/plugins?${october}`, `/pro-reports/1/report?${october}`, '/settings/reports']) {
      expect((await rest(`GET ${path}`)).body).toMatchObject({
        code: 'svc_module_not_available',
        data: { status: 501 },
      })
    }
    await rest('PUT /modules/reports', { active: true })
    expect((await report(1, 'plugins')).status).toBe(200)
    expect((await rest('GET /settings/reports')).body.data.company_name).toBe('Kept')
  })
})
