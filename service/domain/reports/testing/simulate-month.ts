import { randomUUID } from 'node:crypto'
import { type Fleet, type Site, startFleet } from '../../../../simulator/index.ts'
import { seedConnectedFleet } from '../../../testing/connected-fleet.ts'
import type { TestService } from '../../../testing/test-service.ts'
import { type Beat, type PastIncident, writeHistory } from '../../monitors/index.ts'

/** The 30 days after the start of the test clock. */
export const month = { start_date: '2026-11-16', end_date: '2026-12-15' }
const [start, end] = [Date.parse('2026-11-16T00:00:00Z'), Date.parse('2026-12-16T00:00:00Z')]
const [minute, day] = [60_000, 86_400_000]
// Sites store their log for a week.
const daysBetweenSyncs = 3

/** The numbers in the log of a site and their segment and action, independent of the production code. */
export const logEntries: readonly (readonly [
  type: number,
  context: string,
  segment: string,
  action: string,
  page?: 'page',
])[] = [
  [1965, 'plugin', 'plugins', 'installed'],
  [1461, 'plugin', 'plugins', 'activated'],
  [1970, 'plugin', 'plugins', 'updated'],
  [1455, 'file', 'plugins', 'edited'],
  [1975, 'theme', 'themes', 'installed'],
  [1980, 'theme', 'themes', 'updated'],
  [1465, 'file', 'themes', 'edited'],
  [1960, 'wordpress', 'wordpress', 'updated'],
  [1200, 'post', 'posts', 'created'],
  [1205, 'post', 'posts', 'published'],
  [1210, 'post', 'posts', 'updated'],
  [1305, 'post', 'posts', 'updated'],
  [1225, 'post', 'posts', 'trashed'],
  [1230, 'post', 'posts', 'restored'],
  [1215, 'post', 'posts', 'deleted'],
  [1205, 'post', 'pages', 'published', 'page'],
  [1210, 'post', 'pages', 'updated', 'page'],
  [1260, 'post', 'pages', 'updated', 'page'],
  [1220, 'post', 'pages', 'deleted', 'page'],
  [1610, 'user', 'users', 'created'],
  [1615, 'user', 'users', 'updated'],
  [1645, 'user', 'users', 'deleted'],
  [1565, 'comment', 'comments', 'created'],
  [1520, 'comment', 'comments', 'approved'],
  [1530, 'comment', 'comments', 'replied'],
  [1540, 'comment', 'comments', 'spam'],
  [1550, 'comment', 'comments', 'trashed'],
  [1560, 'comment', 'comments', 'deleted'],
  [1475, 'menu', 'menus', 'created'],
  [1500, 'menu', 'menus', 'updated'],
  [1490, 'menu', 'menus', 'deleted'],
  [1420, 'file', 'media', 'uploaded'],
  [1425, 'file', 'media', 'deleted'],
  [1435, 'widget', 'misc', 'widgets'],
  [1370, 'category', 'misc', 'categories'],
  [1910, 'system-setting', 'misc', 'settings'],
  // Not reported: logging in, viewing a post, a scheduled task.
  [1570, 'user', '', ''],
  [1315, 'post', '', ''],
  [1940, 'cron-job', '', ''],
]

export interface Facts {
  /** `plugins updated` → how often. */
  counts: Map<string, number>
  up: number
  down: number
  milliseconds: number
  incidents: number
  downtimeMinutes: number
  backups: number
  updatesRun: number
}

export interface Month {
  fleet: Fleet
  facts: Facts[]
}

/** Twenty connected sites with changes over a month and a sync every third day. Returns the expected figures. */
export async function simulateMonth(service: TestService, sites = 20): Promise<Month> {
  const fleet = await startFleet({ sites, clock: service.clock, baseAddress: '127.98.0.1', payload: 4_000 })
  await seedConnectedFleet(service, fleet)
  const counts = fleet.sites.map((site) => deletePast(site))
  service.clock.advance(start - service.clock.now().getTime())
  for (let first = 0; first < 30; first += daysBetweenSyncs) {
    const [from, to] = [start + first * day, start + (first + daysBetweenSyncs) * day]
    service.clock.advance(to - 1000 - service.clock.now().getTime())
    for (const [index, site] of fleet.sites.entries()) changeSite(site, index, [from, to], counts[index]!)
    if (first === 15) await activatePlugins(service, fleet, counts)
    service.clock.advance(1000)
    for (const index of fleet.sites.keys()) await service.app.run('sync-site', { site_id_or_domain: index + 1 })
  }
  const facts: Facts[] = []
  for (const [index, site] of fleet.sites.entries()) {
    const updatesRun = await runUpdates(service, index + 1, site, counts[index]!)
    const uptime = await addChecks(service, index + 1)
    const backups = await addBackups(service, index)
    facts.push({ counts: counts[index]!, ...uptime, backups, updatesRun })
  }
  return { fleet, facts }
}

/** Deletes the earlier log of a simulated site, except one change a second before the month. */
function deletePast(site: Site): Map<string, number> {
  site.events = []
  site.actions = []
  site.byHand.event({ type: 1970, context: 'plugin', action: 'updated', seconds: start / 1000 - 1, micros: 7 })
  return new Map()
}

/** Different changes for each site and time, including the first and the last second. */
function changeSite(site: Site, index: number, [from, to]: [number, number], counts: Map<string, number>): void {
  const total = 6 + index
  for (let number = 0; number < total; number++) {
    const entry = number * (index + 3) + Math.floor(from / day) * 7
    const [type, context, segment, action, page] = logEntries[entry % logEntries.length]!
    const time = from + Math.floor(((to - from - 1000) * number) / (total - 1))
    site.byHand.event({
      ...{ type, context, action: 'changed', seconds: Math.floor(time / 1000), micros: 5 },
      ...(page && { post: { id: number + 1, type: page, status: 'publish' } }),
      meta: { name: `Item ${number}` },
    })
    if (segment !== '') add(counts, `${segment} ${action}`)
  }
  site.byHand.action('plugins', 'deactivated', 'Old plugin', 'old/old.php')
  add(counts, 'plugins deactivated')
}

/** Through Flotilla, two at a time: the log of the site does not contain it. */
async function activatePlugins(service: TestService, fleet: Fleet, counts: Map<string, number>[]): Promise<void> {
  for (const [index, site] of fleet.sites.slice(0, 5).entries()) {
    const slugs = site.plugins.filter(({ active, entry }) => !active && !entry.mustUse).map(({ entry }) => entry.file)
    for (const _ of slugs.slice(0, 2)) add(counts[index]!, 'plugins activated')
    if (slugs.length === 0) continue
    await service.app.run('activate-site-plugins', { site_id_or_domain: index + 1, slugs: slugs.slice(0, 2) })
  }
}

async function addBackups(service: TestService, index: number): Promise<number> {
  const backups = index % 6
  const dates = Array.from({ length: backups }, (_, number) => new Date(start + number * 3 * day))
  const beforePeriod = new Date(start - 1000)
  await service.db
    .insertInto('site_backups')
    .values([...dates, beforePeriod].map((at) => ({ site_id: index + 1, at, noted_at: service.clock.now() })))
    .execute()
  return backups
}

/** Updates run by Flotilla, successful and not. */
async function runUpdates(
  service: TestService,
  siteId: number,
  site: Site,
  counts: Map<string, number>,
): Promise<number> {
  const outcomes = ['updated', 'failed', 'updated', 'rolled_back', 'updated'].slice(0, 1 + (siteId % 5))
  const types = ['plugin', 'plugin', 'theme', 'core', 'core'] as const
  for (const [index, result] of outcomes.entries()) {
    const type = types[index]!
    await service.db.pool.query(
      `insert into update_history (site_id, begun_at, ended_at, run, type, slug, name, from_version, to_version, result,
         user_name, site_url, site_name)
       values ($1, $2, $2, $3, $4, 'a/a.php', 'Forms', '1.0', '1.1', $5, 'ada', $6, $7)`,
      [siteId, new Date(start + index * day), randomUUID(), type, result, site.url, site.title],
    )
    const segment = { plugin: 'plugins', theme: 'themes', core: 'wordpress' }[type]
    if (result === 'updated') add(counts, `${segment} updated`)
  }
  return outcomes.filter((result) => result === 'updated').length
}

/** A check every quarter of an hour; every third site was down for two hours. */
async function addChecks(service: TestService, siteId: number) {
  const quarter = 15 * minute
  const downFrom = siteId % 3 === 0 ? start + siteId * day : Number.POSITIVE_INFINITY
  const downTo = downFrom + 120 * minute
  const beats = Array.from({ length: Math.floor((end - start) / quarter) }, (_, index): Beat => {
    const at = start + index * quarter
    const status = at >= downFrom && at < downTo ? 'down' : 'up'
    const phases = { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4 }
    return { at: new Date(at), status, code: 200, ms: 100 + siteId, ...phases, statusChanged: false, message: '' }
  })
  const down = beats.filter(({ status }) => status === 'down').length
  const incidents: PastIncident[] =
    down > 0 ? [{ startedAt: new Date(downFrom), endedAt: new Date(downTo), cause: 'No answer.', downCount: down }] : []
  await writeHistory(service.db, siteId, beats, incidents)
  const up = beats.length - down
  return {
    up,
    down,
    milliseconds: up * (100 + siteId),
    incidents: incidents.length,
    downtimeMinutes: incidents.length * 120,
  }
}

const add = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)
