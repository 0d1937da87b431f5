import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { seedSoftware } from '../../../testing/seed-software.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(async () => {
  const { db } = fixture.service
  await seedFleet(db)
  await db.updateTable('sites').set({ wp_version: '6.4.1' }).where('id', '=', 1).execute()
  await seedSoftware(db, [
    { site_id: 1, slug: 'forms/forms.php', name: 'Forms', version: '2.1' },
    { site_id: 1, slug: 'hello.php', name: 'Hello', version: '1.0' },
    { site_id: 1, slug: 'sails', kind: 'theme', name: 'Sails', version: '3.0' },
    { site_id: 2, slug: 'forms/forms.php', name: 'Forms', version: '2.2' },
  ])
})

const entry = (type: string, slug: string, to: string, severity: string) => ({
  id: `${type}-${slug}`,
  title: `${slug} up to ${to}`,
  severity,
  type,
  slug,
  affected_versions: [{ to }],
})
const feed = (...entries: object[]) => JSON.stringify({ vulnerabilities: entries })
const importFile = (text: string, more = {}) =>
  rest('POST /settings/reports/vulnerabilities/import', { feed: text, ...more })
const vulnerable = async (site: number) =>
  (await rest(`GET /pro-reports/${site}/vulnerable?start_date=2026-10-01&end_date=2026-10-31`)).body.data

const all = feed(
  entry('plugin', 'forms', '2.1', 'medium'),
  entry('plugin', 'hello', '1.5', 'low'),
  entry('theme', 'sails', '2.9', 'high'),
  entry('core', '', '6.4.1', 'critical'),
  entry('plugin', 'absent', '9', 'critical'),
)

it('reports software installed in an affected version, the most severe first', async () => {
  expect((await importFile(all)).body).toMatchObject({
    message: 'Vulnerabilities imported.',
    data: { entries: 5, left_out: 0 },
  })
  const { rows, totals, integration } = await vulnerable(1)
  expect(integration).toBeUndefined()
  expect(
    rows.map(({ type, name, version, severity }: Record<string, string>) => [type, name, version, severity]),
  ).toEqual([
    ['core', 'WordPress', '6.4.1', 'critical'],
    ['plugin', 'Forms', '2.1', 'medium'],
    ['plugin', 'Hello', '1.0', 'low'],
  ])
  expect(totals).toMatchObject({ plugins: 2, themes: 0, wordpress: 1, critical: 1, total: 3 })
  // Site 2 has version 2.2, which is fixed.
  expect((await vulnerable(2)).totals.total).toBe(0)
})

it('shows in the segment that nothing was imported yet', async () => {
  const { integration, totals } = await vulnerable(1)
  expect([integration, totals.check_date]).toEqual([expect.stringContaining('not configured'), null])
})

it('replaces the previous file and shows the number of entries in the settings', async () => {
  await importFile(all)
  await importFile(feed(entry('theme', 'sails', '3.0', 'high')))
  expect((await vulnerable(1)).rows).toMatchObject([{ type: 'theme', name: 'Sails', severity: 'high' }])
  expect((await rest('GET /settings/reports')).body.data.vulnerability_sources).toEqual([
    { source: 'file', entries: 1, taken_at: '2026-11-15T09:00:00Z', tried_at: '2026-11-15T09:00:00Z', problem: null },
  ])
})

it('refuses an invalid file and keeps the earlier entries', async () => {
  await importFile(all)
  const { status, body } = await importFile('{}')
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['feed']])
  expect((await vulnerable(1)).totals.total).toBe(3)
})

it('imports nothing in a dry run, and is for administrators only', async () => {
  expect((await importFile(all, { dry_run: true })).body.data).toMatchObject({ count: 5 })
  expect((await vulnerable(1)).totals.total).toBe(0)
  const { status } = await rest(
    'POST /settings/reports/vulnerabilities/import',
    { feed: all },
    fixture.people.manager.headers,
  )
  expect(status).toBe(403)
})
