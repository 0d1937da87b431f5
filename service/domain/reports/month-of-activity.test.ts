import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCsv } from '../../platform/csv.ts'
import { callers } from '../../testing/callers.ts'
import { type People, seedPeople } from '../../testing/people.ts'
import { queriesOf } from '../../testing/record-queries.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { segmentOf } from './segments.ts'
import { type Month, month, simulateMonth } from './testing/simulate-month.ts'

/** A month on twenty simulated sites: reports match what was recorded. */

const fixture = {} as { service: TestService; people: People }
const { rest } = callers(fixture)
let activity: Month
const dates = `start_date=${month.start_date}&end_date=${month.end_date}`
const siteIds = Array.from({ length: 20 }, (_, index) => index + 1)

beforeAll(async () => {
  fixture.service = await startTestService()
  fixture.people = await seedPeople(fixture.service)
  activity = await simulateMonth(fixture.service)
  // Some days are rolled up, the last ones are hours.
  await fixture.service.app.run('roll-up-heartbeats', {})
})
afterAll(async () => {
  await activity.fleet.close()
  await fixture.service.close()
})

const ofChanges = [
  'plugins',
  'themes',
  'wordpress',
  'posts',
  'pages',
  'users',
  'comments',
  'menus',
  'media',
  'misc',
] as const

it.each(ofChanges)('%s: totals and rows match what happened on every site', async (segment) => {
  for (const id of siteIds) {
    const { counts } = activity.facts[id - 1]!
    const { body } = await rest(`GET /pro-reports/${id}/${segment}?${dates}`)
    const { actions } = segmentOf(segment)
    const expected = Object.fromEntries(actions.map((action) => [action, counts.get(`${segment} ${action}`) ?? 0]))
    const total = Object.values(expected).reduce((sum, count) => sum + count, 0)
    expect(body.data.totals).toEqual({ ...expected, total })
    expect(body.data.rows).toHaveLength(total)
    const listed = Map.groupBy(body.data.rows as { action: string }[], ({ action }) => action)
    expect(Object.fromEntries([...listed].map(([action, rows]) => [action, rows.length]))).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, count]) => count > 0)),
    )
  }
})

it('uptime: checks, failures, ratio, response times and incidents match what was measured', async () => {
  for (const id of siteIds) {
    const { up, down, milliseconds, incidents, downtimeMinutes } = activity.facts[id - 1]!
    const { body } = await rest(`GET /pro-reports/${id}/uptime?${dates}`)
    expect(body.data.totals).toMatchObject({
      checks: up + down,
      failed: down,
      ratio: Math.floor((up / (up + down)) * 100_000) / 1000,
      incidents,
      downtime_minutes: downtimeMinutes,
      response_avg_ms: Math.round(milliseconds / up),
    })
    expect(body.data.rows).toHaveLength(30)
    const listed = await rest(`GET /pro-reports/${id}/uptime?${dates}&action=incidents`)
    expect(listed.body.data.rows).toHaveLength(incidents)
  }
})

it('backups: as many as the sites reported in the period', async () => {
  for (const id of siteIds) {
    const { body } = await rest(`GET /pro-reports/${id}/backups?${dates}`)
    expect([body.data.totals.created, body.data.rows.length]).toEqual([
      activity.facts[id - 1]!.backups,
      activity.facts[id - 1]!.backups,
    ])
  }
})

it('pending and website match the sites', async () => {
  for (const id of siteIds) {
    const site = activity.fleet.sites[id - 1]!
    const [pending, website] = [
      await rest(`GET /pro-reports/${id}/pending?${dates}`),
      await rest(`GET /pro-reports/${id}/website?${dates}`),
    ]
    const offered = (items: readonly { offer: unknown }[]) => items.filter(({ offer }) => offer).length
    expect(pending.body.data.totals).toMatchObject({ plugins: offered(site.plugins), themes: offered(site.themes) })
    expect(website.body.data.rows).toMatchObject([{ name: site.title, wordpress: site.core.installed }])
    expect(website.body.data.totals.plugins).toBe(site.plugins.length)
  }
})

it('one action and its CSV file have the same rows', async () => {
  for (const id of [1, 7, 20]) {
    const count = activity.facts[id - 1]!.counts.get('plugins updated')
    const { body } = await rest(`GET /pro-reports/${id}/plugins?${dates}&action=updated`)
    expect([body.data.rows.length, body.data.totals]).toEqual([count, { updated: count, total: count }])
    const file = await rest(`GET /pro-reports/${id}/plugins?${dates}&action=updated&format=csv`)
    expect(readCsv(file.text).rows).toHaveLength(count!)
  }
})

it('the report of a client sums up its sites, with as many queries for twenty as for one', async () => {
  const { db } = fixture.service
  await db.pool.query(`insert into clients (id, name, created_at, updated_at) values (1, 'Harbour', now(), now())`)
  const readReport = async (sites: number[]) => {
    await db.pool.query('update sites set client_id = case when id = any ($1) then 1 end', [sites])
    return rest(`GET /clients/1/report?${dates}`)
  }
  const [one, few] = [await queriesOf(() => readReport([4])), await queriesOf(() => readReport([4]))]
  expect(one.length).toBe(few.length)
  const all = await queriesOf(() => readReport(siteIds))
  expect(all.length).toBe(one.length)
  const { body } = await readReport(siteIds)
  const sum = (of: (facts: Month['facts'][number]) => number) =>
    activity.facts.reduce((total, facts) => total + of(facts), 0)
  const happened = (key: string) => sum(({ counts }) => counts.get(key) ?? 0)
  const [up, down] = [sum((facts) => facts.up), sum((facts) => facts.down)]
  expect(body.data.totals).toMatchObject({
    sites: 20,
    updates: happened('plugins updated') + happened('themes updated') + happened('wordpress updated'),
    plugin_updates: happened('plugins updated'),
    backups: sum(({ backups }) => backups),
    incidents: sum(({ incidents }) => incidents),
    downtime_minutes: sum(({ downtimeMinutes }) => downtimeMinutes),
    uptime: Math.floor((up / (up + down)) * 100_000) / 1000,
  })
  expect(body.data.sites).toHaveLength(20)
})
