import { readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { sumUpGroupCounts, sumUpItemCounts } from '../../service/domain/updates/update-count-store.ts'
import { matchPending } from '../../service/domain/vulnerabilities/matching/match-pending.ts'
import { importEntries } from '../../service/domain/vulnerabilities/sources/import-entries.ts'
import { partsOfFile } from '../../service/domain/vulnerabilities/sources/import-feed.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { openDatabase } from '../../service/platform/database/database.ts'
import { startEmbedded, startScratch } from '../../service/platform/database/embedded.ts'
import { readMigrations } from '../../service/platform/database/migrate.ts'
import { newDatabase } from '../api/api.ts'
import { inBatches, seedFleet } from '../api/seed.ts'
import { thousands } from '../report.ts'
import { seedUpdates } from '../updates-list.ts'
import { feedRecords, seedItems, writeFeed } from '../vulnerabilities.ts'

/** Both sizes, their indexes, their log and what the measurements add. */
const bytesPerSite = 40_000
const softwarePerSite = 10
const updatesPerSite = 5
const root = fileURLToPath(new URL('../..', import.meta.url))

export interface SeededFleet {
  sites: number
  url: string
}

export interface SeededFleets {
  /** The smaller one first. */
  fleets: [SeededFleet, SeededFleet]
  /** Null when the fleets of an earlier run were used. */
  seconds: number | null
  close(): Promise<void>
}

interface Options {
  sites: number
  /** Keeps the fleets for the next run, and uses those of the last one. */
  reuse: boolean
  print(line: string): void
}

const measuring = {
  shared_buffers: '1GB',
  // As for the service; a scratch server saves them.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

/**
 * A fleet of that size and one of a tenth of it, in one database server. It ends with this process, also when that is killed; then
 * its folder is removed, or with `reuse` kept: a fleet that was not complete is removed by the next run.
 */
export async function openSeededFleets({ sites, reuse, print }: Options): Promise<SeededFleets> {
  const kept = join(root, 'data', `bench-${sites}-sites`)
  const marker = join(kept, 'seeded.json')
  const sizes: [number, number] = [Math.ceil(sites / 10), sites]
  const wanted = JSON.stringify({ sizes, migrations: (await readMigrations()).map(({ digest }) => digest) })
  const isSeeded = reuse && (await readFile(marker, 'utf8').catch(() => '')) === wanted
  if (!isSeeded) {
    if (reuse) await rm(kept, { recursive: true, force: true })
    await requireSpace(reuse ? root : tmpdir(), sites)
  }
  const running = await (reuse
    ? startEmbedded({ dataDir: kept, settings: measuring })
    : startScratch({ settings: measuring }))
  try {
    const began = performance.now()
    if (!isSeeded) {
      // The same number in both fleets.
      const records = Math.min(feedRecords, Math.max(4_000, sites))
      await withoutSafety(running.url, async (folder) => {
        for (const size of sizes) await seed(await newDatabase(running, nameOf(size)), size, { folder, records, print })
      })
      if (reuse) await writeFile(marker, wanted)
    }
    const seconds = isSeeded ? null : Math.round((performance.now() - began) / 1000)
    const [small, large] = sizes.map((size) => ({ sites: size, url: running.urlOf(nameOf(size)) }))
    return { fleets: [small!, large!], seconds, close: running.leave }
  } catch (error) {
    await running.leave()
    throw error
  }
}

const nameOf = (sites: number) => `fleet_${sites}`

/** Seeding need not survive a crash of the machine. */
async function withoutSafety(url: string, work: (folder: string) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await client.query(`alter system set ${name} = off`)
    await client.query('select pg_reload_conf()')
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    await work(dirname(rows[0]!.folder))
    await client.query('alter system reset all')
    await client.query('select pg_reload_conf()')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** The process of the server. */
export async function serverProcess(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  await client.end()
  return Number(rows[0]!.pid)
}

async function requireSpace(folder: string, sites: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [free, needed] = [bavail * bsize, sites * bytesPerSite]
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  if (free < needed)
    throw new Error(
      `${thousands(sites)} sites need up to ${gigabytes(needed)} in ${folder}, and ${gigabytes(free)} are free. ` +
        'Free some space, set TMPDIR to a folder on another disk, or use fewer sites: --sites 100000.',
    )
}

/** Only what is measured runs; the addresses of most sites are invented. */
const nothingDue = `insert into site_schedules (site_id, kind, next_at)
  select id, kind, now() + interval '1 year' from sites, unnest(array['sync', 'icon', 'certificate', 'audit']) as kind
  where id between $1 and $2`

interface Seeding extends Pick<Options, 'print'> {
  folder: string
  /** Known vulnerabilities. */
  records: number
}

async function seed(url: string, sites: number, { folder, records, print }: Seeding): Promise<void> {
  print(`seeding ${thousands(sites)} sites …`)
  await seedFleet(url, sites)
  await seedUpdates(url, sites, updatesPerSite)
  const db = openDatabase({ connectionString: url, statement_timeout: 0 })
  const context = { db, clock: systemClock }
  const feed = join(folder, 'feed.json')
  try {
    await inBatches(sites, (from, to) => db.pool.query(nothingDue, [from, to]))
    await seedItems(db, sites, softwarePerSite)
    // As a worker does every few minutes.
    await sumUpItemCounts(db)
    await sumUpGroupCounts(db)
    await db.pool.query('vacuum analyze')
    await writeFeed(feed, records)
    await importEntries(context, 'wordfence', await partsOfFile(feed))
    await matchPending(context)
    await db.pool.query('vacuum analyze')
  } finally {
    await rm(feed, { force: true })
    await db.destroy()
  }
}

/** Bytes of a database, and its rows of the large tables. */
export async function sizeOf(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const count = (table: string) => `(select count(*) from ${table})::integer as ${table}`
  const { rows } = await client.query<{ bytes: string; sites: number; site_software: number; site_updates: number }>(
    `select pg_database_size(current_database()) as bytes, ${['sites', 'site_software', 'site_updates'].map(count).join(', ')}`,
  )
  await client.end()
  return { ...rows[0]!, bytes: Number(rows[0]!.bytes) }
}
