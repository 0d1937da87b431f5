/**
 * Lists of updates over a large fleet: how long one caller waits for an answer.
 * Run: node bench/updates-list.ts [--sites 10000]
 */
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { ensureFirstAdministrator, readAccessState } from '../service/domain/access/index.ts'
import { systemClock } from '../service/platform/clock.ts'
import { openDatabase } from '../service/platform/database/database.ts'
import { type EmbeddedDatabase, startScratch } from '../service/platform/database/embedded.ts'
import { migrate } from '../service/platform/database/migrate.ts'
import { createSecrets } from '../service/platform/secrets.ts'
import { startMeasuredServer } from './api/measure.ts'
import { inBatches, seedFleet } from './api/seed.ts'

const apiKey = 'a key that only benchmarks use, long enough'
const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
const list = '/api/v1/abilities/svc/list-updates-v1/run'

export const updateQuestions = {
  'list-updates, first page of 50': list,
  'list-updates, plugins, first page of 200': `${list}?input[types][]=plugins&input[per_page]=200`,
  'list-updates, in the middle': `${list}?input[page]=1000`,
  'list-updates, search': `${list}?input[search]=plugin-7`,
  'list-updates, search, few hits': `${list}?input[search]=plugin-199`,
  'GET /updates, 50 sites': '/api/v2/updates?per_page=50&page=1',
  'GET /updates/items': '/api/v2/updates/items',
  'GET /updates/items/…/sites': '/api/v2/updates/items/plugin/plugin-7%2Fplugin-7.php/sites',
  'GET /updates/clients': '/api/v2/updates/clients',
  'GET /updates/tags': '/api/v2/updates/tags',
}

export interface UpdatesListResult {
  sites: number
  updates: number
  /** Whether the summary matches the stored rows. */
  exact: boolean
  /** Milliseconds one caller waits, of 100. */
  waits: Record<string, { p50: number; p95: number }>
}

/** About ten pending updates per site, of 200 plugins and 40 themes; one in 26 is ignored. */
export async function measureUpdatesList(
  cluster: EmbeddedDatabase,
  sites: number,
  requests = 100,
): Promise<UpdatesListResult> {
  const connectionString = await fleetWithUpdates(cluster, sites)
  const server = await startMeasuredServer(connectionString)
  try {
    const request = async (path: string, init: RequestInit = {}) => {
      const began = performance.now()
      const answer = await fetch(server.service + path, { headers, ...init })
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${body.slice(0, 300)}`)
      return { took: performance.now() - began, body: JSON.parse(body) }
    }
    const waits: UpdatesListResult['waits'] = {}
    for (const [question, path] of Object.entries(updateQuestions)) {
      for (let round = 0; round < 10; round++) await request(path)
      const took: number[] = []
      for (let round = 0; round < requests; round++) took.push((await request(path)).took)
      waits[question] = waitsOf(took)
    }
    waits['a plugin ignored on every site, and shown again'] = await ignoreEverywhere(request)
    const { summary } = (await request(list)).body
    const stored = await countStored(connectionString)
    return { sites, updates: stored, exact: summary.total === stored, waits }
  } finally {
    await server.stop()
  }
}

const waitsOf = (took: readonly number[]) => {
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!
  return { p50: at(0.5), p95: at(0.95) }
}

/** One site in nine has it. */
async function ignoreEverywhere(request: (path: string, init: RequestInit) => Promise<{ took: number }>) {
  const took: number[] = []
  for (const action of ['ignore', 'unignore', 'ignore', 'unignore', 'ignore']) {
    const body = JSON.stringify({ slug: 'plugin-7/plugin-7.php' })
    took.push((await request(`/api/v2/updates/${action}/plugins`, { method: 'PUT', body })).took)
  }
  return waitsOf(took)
}

async function fleetWithUpdates(cluster: EmbeddedDatabase, sites: number): Promise<string> {
  const name = `updates_${sites}`
  await query(cluster.url, `create database ${name}`)
  const connectionString = cluster.urlOf(name)
  const db = openDatabase({ connectionString })
  await migrate(db.pool)
  const platform = { clock: systemClock, secrets: createSecrets(['a master key for benchmarks only']) }
  await ensureFirstAdministrator(
    { ...platform, db, access: await readAccessState({ ...platform, db }) },
    { API_KEY: apiKey, ADMIN_PASSWORD: 'not used' },
  )
  await db.destroy()
  await seedFleet(connectionString, sites)
  await seedUpdates(connectionString, sites)
  await query(connectionString, 'vacuum analyze')
  return connectionString
}

/** Some plugins are on nearly every site and most on few, as in real fleets. The last of the items of a site is a theme. */
export async function seedUpdates(connectionString: string, sites: number, perSite = 10): Promise<void> {
  const last = perSite - 1
  const client = new Client({ connectionString })
  await client.connect()
  await inBatches(sites, (from, to) =>
    client.query(`
  insert into site_updates (site_id, type, slug, name, current_version, new_version, step, first_seen_at, ignored)
  select distinct on (id, type, slug) id, type, slug, initcap(replace(item, '-', ' ')),
    '1.' || (id % 5) || '.' || (id % 3), '2.' || (length(item) + item_number % 3), 'major', now(), (id + item_number) % 26 = 0
  from (
    select id, case when n < ${last} then 'plugin' else 'theme' end as type, item_number,
      case when n < ${last} then 'plugin-' else 'theme-' end || item_number as item,
      case when n < ${last} then 'plugin-' || item_number || '/plugin-' || item_number || '.php' else 'theme-' || item_number end as slug
    from sites cross join generate_series(0, ${last}) as n
    cross join lateral (select (power((id * 7919 + n * 104729) % 1000 / 1000.0, 2) * case when n < ${last} then 200 else 40 end)::integer
      as item_number) as chosen
    where id between ${from} and ${to}
  ) as items
  union all
  select id, 'core', 'wordpress', 'WordPress', '6.8.' || id % 4, '6.9', 'major', now(), false from sites
  where id % 3 = 0 and id between ${from} and ${to}`),
  )
  await client.end()
}

const countStored = async (connectionString: string): Promise<number> =>
  Number((await query(connectionString, 'select count(*) as total from site_updates where not ignored'))[0]!.total)

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { sites: { type: 'string', default: '10000' } } })
  const cluster = await startScratch({ settings: { shared_buffers: '512MB' } })
  try {
    const result = await measureUpdatesList(cluster, Number(values.sites))
    console.log(`${result.sites} sites, ${result.updates} updates, summary exact: ${result.exact}`)
    for (const [question, { p50, p95 }] of Object.entries(result.waits)) {
      console.log(`${question}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
    }
  } finally {
    await cluster.leave()
  }
}
