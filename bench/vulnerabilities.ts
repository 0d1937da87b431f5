/**
 * Known vulnerabilities over a large fleet: reading the standard feed, comparing all sites, one changed record, one synced site.
 * Run: node bench/vulnerabilities.ts [--sites 100000]
 */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { sql } from 'kysely'
import { matchSites } from '../service/domain/vulnerabilities/matching/match.ts'
import { matchPending } from '../service/domain/vulnerabilities/matching/match-pending.ts'
import { importEntries } from '../service/domain/vulnerabilities/sources/import-entries.ts'
import { partsOfFile } from '../service/domain/vulnerabilities/sources/import-feed.ts'
import { type Clock, systemClock } from '../service/platform/clock.ts'
import { type Database, openDatabase, queryRows } from '../service/platform/database/database.ts'
import { type EmbeddedDatabase, startScratch } from '../service/platform/database/embedded.ts'
import { migrate } from '../service/platform/database/migrate.ts'
import { inBatches, seedFleet } from './api/seed.ts'

/** As many as the real feed has. */
export const feedRecords = 42_504
const bytesPerRecord = 3_760
const pluginsOfFleet = 2_000

/** The shape of the Wordfence feed v3. Half of the records are about plugins of the fleet, as real plugins have several. */
function recordOf(index: number) {
  const isInstalled = index % 2 === 0
  const number = isInstalled ? (index / 2) % pluginsOfFleet : pluginsOfFleet + index
  const slug = index % 97 === 0 ? 'wordpress' : `plugin-${number}`
  const to = `1.${index % 7}.${index % 5}`
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    title: `${slug} <= ${to} - Authenticated (Contributor+) Stored Cross-Site Scripting`,
    software: [
      {
        ...{
          type: slug === 'wordpress' ? 'core' : 'plugin',
          name: slug,
          slug,
          patched: true,
          patched_versions: ['2.0.1'],
        },
        affected_versions: {
          [`* - ${to}`]: {
            from_version: '*',
            from_inclusive: true,
            to_version: slug === 'wordpress' ? '4.9' : to,
            to_inclusive: true,
          },
        },
        remediation: 'Update to version 2.0.1, or a newer patched version',
      },
    ],
    informational: false,
    description:
      'A parameter is not escaped in an attribute, so that it runs in the browser of an administrator. '.repeat(20),
    references: [
      `https://www.example.com/threat-intel/${index}?source=api-prod`,
      'https://plugins.example.org/browser/tags/1.0/file.php',
    ],
    cwe: { id: 79, name: 'Improper Neutralization of Input', description: 'Text '.repeat(60) },
    cvss: {
      vector: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N',
      score: 6.4,
      rating: (['Low', 'Medium', 'High', 'Critical'] as const)[index % 4],
    },
    cve: `CVE-2026-${10_000 + index}`,
    cve_link: `https://www.example.org/CVERecord?id=CVE-2026-${10_000 + index}`,
    researchers: ['A researcher'],
    published: '2026-10-04 00:00:00',
    updated: '2026-11-01 10:00:00',
    copyrights: {
      message: 'This record contains material that is subject to copyright. ',
      license: 'Text '.repeat(80),
    },
  }
}

/** Returns its size in bytes. */
export async function writeFeed(path: string, count = feedRecords): Promise<number> {
  const file = createWriteStream(path)
  const write = (text: string) =>
    file.write(text) ? undefined : new Promise<void>((resolve) => file.once('drain', () => resolve()))
  await write('{')
  for (let index = 0; index < count; index++) {
    const record = recordOf(index)
    const text = JSON.stringify({
      ...record,
      padding: 'x'.repeat(Math.max(0, bytesPerRecord - JSON.stringify(record).length - 60)),
    })
    await write(`${index === 0 ? '' : ','}"${record.id}":${text}`)
  }
  await write('}')
  await new Promise((resolve) => file.end(resolve))
  return (await stat(path)).size
}

/** Software of every site, some of it with known vulnerabilities. */
export async function seedItems(db: Database, sites: number, itemsPerSite = 30): Promise<void> {
  const query = (text: ReturnType<typeof sql>) => queryRows(db, text)
  await query(sql`delete from site_software`)
  await inBatches(sites, async (from, to) => {
    await query(sql`update sites set wp_version = '6.' || (id % 8) where id between ${from} and ${to}`)
    await query(sql`
      insert into site_software (site_id, kind, slug, name, version, active)
      select id, 'plugin', 'plugin-' || number || '/plugin-' || number || '.php', 'Plugin ' || number,
        case when (id * 31 + number) % 61 = 0 then '1.' || id % 7 || '.' || number % 4 else '2.1.' || id % 4 end, (id + number) % 9 > 0
      from sites cross join generate_series(1, ${sql.lit(itemsPerSite)}) as n
      cross join lateral (select ((id * 7919 + n * 67) % ${sql.lit(pluginsOfFleet)})::integer as number) as chosen
      where id between ${from} and ${to} on conflict do nothing`)
    // The triggers note each batch; the counts are made once, below.
    await query(sql`delete from software_count_changes`)
  })
  await query(sql`insert into software_items (kind, slug, name, sites) select kind, slug, min(name), count(*)
    from site_software group by kind, slug on conflict (kind, slug) do update set sites = excluded.sites`)
  await query(sql`insert into software_counts (kind, slug, version, sites, active)
    select kind, slug, version, count(*), count(*) filter (where active) from site_software group by kind, slug, version
    on conflict do nothing`)
  await query(sql`delete from software_count_changes`)
}

const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now()
  const result = await work()
  return [result, performance.now() - began]
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** What the standard feed needs in a process of its own. */
async function measureReading(path: string, connectionString: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    // As the service is started.
    ['--max-semi-space-size=16', import.meta.filename, '--read', path, connectionString],
    {
      maxBuffer: 1024 * 1024,
    },
  )
  return stdout.trim()
}

async function readInOwnProcess(path: string, connectionString: string): Promise<void> {
  // As in service/commands/serve.ts.
  setFlagsFromString('--heap-growing-percent=80')
  const db = openDatabase({ connectionString })
  const context = { db, clock: systemClock }
  await queryRows(db, sql`select 1`)
  const before = process.resourceUsage().maxRSS
  const [result, took] = await timed(async () => importEntries(context, 'wordfence', await partsOfFile(path)))
  const peak = process.resourceUsage().maxRSS
  console.log(
    `${result.entries.toLocaleString('en')} entries imported in ${seconds(took)} with ${Math.round((peak - before) / 1024)} MB of additional memory (peak ${Math.round(peak / 1024)} MB)`,
  )
  await db.destroy()
}

/** One changed record, and 50 synced sites with three changed items each; in milliseconds. */
export async function measureMatching(context: { db: Database; clock: Clock }) {
  const { db } = context
  const [{ found }, record] = await timed(async () => {
    // Another range each time, so that the measurement can be repeated on the same data.
    const before = await queryRows(
      db,
      sql<{ to: string }>`select ranges->0->>'to' as to from vulnerabilities
      where id = ${recordOf(2).id}`,
    )
    const to = before[0]?.to === '9' ? '0.1' : '9'
    const ranges = JSON.stringify([{ from: '*', from_inclusive: true, to, to_inclusive: true }])
    await queryRows(db, sql`update vulnerabilities set ranges = ${ranges} where id = ${recordOf(2).id}`)
    await queryRows(
      db,
      sql`insert into vulnerability_pending select kind, slug, now() from vulnerabilities where id = ${recordOf(2).id}`,
    )
    await queryRows(db, sql`update vulnerability_pending set changed_at = date_trunc('milliseconds', changed_at)`)
    return matchPending(context)
  })
  const took: number[] = []
  for (let site = 1; site <= 50; site++) {
    await queryRows(
      db,
      sql`update site_software set version = '1.0.0' where site_id = ${site * 7}
        and slug in (select slug from site_software where site_id = ${site * 7} order by slug limit 3)`,
    )
    const [, ms] = await timed(() => db.transaction().execute((trx) => matchSites(trx, [site * 7], systemClock.now())))
    took.push(ms)
  }
  took.sort((a, b) => a - b)
  return { record, found, waits: { p50: took[25]!, p95: took[47]! } }
}

export async function measureVulnerabilities(cluster: EmbeddedDatabase, sites: number): Promise<string[]> {
  const name = `vulnerabilities_${sites}`
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-bench-'))
  const first = openDatabase({ connectionString: cluster.url })
  await first.pool.query(`create database ${name}`)
  await first.destroy()
  const connectionString = cluster.urlOf(name)
  const db = openDatabase({ connectionString, statement_timeout: 0 })
  const context = { db, clock: systemClock }
  try {
    await migrate(db.pool)
    await seedFleet(connectionString, sites)
    await seedItems(db, sites)
    await db.pool.query('vacuum analyze')
    const path = join(folder, 'feed.json')
    const bytes = await writeFeed(path)
    const lines = [`a feed of ${Math.round(bytes / 1e6)} MB: ${await measureReading(path, connectionString)}`]
    const { rows: items } = await db.pool.query('select count(*)::integer as total from site_software')
    const [{ found }, full] = await timed(() => matchPending(context))
    const number = (value: number) => value.toLocaleString('en')
    lines.push(
      `all ${number(sites)} sites with ${number(items[0].total)} items compared: ${seconds(full)}, ${number(found)} findings (${(found / sites).toFixed(1)} per site)`,
    )
    await db.pool.query('vacuum analyze vulnerability_findings')
    const [, again] = await timed(async () => importEntries(context, 'wordfence', await partsOfFile(path)))
    lines.push(`the same feed again, nothing changed: ${seconds(again)}`)
    const { record, found: newFindings, waits } = await measureMatching(context)
    lines.push(`one changed record: ${seconds(record)}, ${number(newFindings)} new findings`)
    lines.push(
      `one synced site with three changed items: median ${waits.p50.toFixed(1)} ms, 95 % within ${waits.p95.toFixed(1)} ms`,
    )
    return lines
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    options: { sites: { type: 'string', default: '100000' }, read: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (values.read) await readInOwnProcess(positionals[0] ?? '', positionals[1] ?? '')
  else {
    const cluster = await startScratch({ settings: { shared_buffers: '512MB' } })
    try {
      for (const line of await measureVulnerabilities(cluster, Number(values.sites))) console.log(line)
    } finally {
      await cluster.leave()
    }
  }
}
