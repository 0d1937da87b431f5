import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { releaseStep } from '../domain/updates/release-step.ts'
import { restoreBackup } from '../platform/database/backup/restore-backup.ts'
import { readMigrations } from '../platform/database/migrate.ts'
import { createSecrets } from '../platform/secrets.ts'
import { runFlotilla } from '../testing/command-line.ts'
import { createScratchDatabase, type ScratchDatabase } from '../testing/scratch-database.ts'
import { serviceProgram } from '../testing/service-program.ts'
import { version } from '../version.ts'

/** Created by 0.1.0: `npm run demo` with 25 sites, then `flotilla backup`. */
const backup = fileURLToPath(new URL('../testing/upgrade/demo-fleet-0.1.0.backup', import.meta.url))
const masterKey = 'master-key-of-the-0.1.0-demo-fleet'
const lastMigration = '021-site-words'

let database: ScratchDatabase
let settings: Record<string, string>
beforeAll(async () => {
  database = await createScratchDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-upgrade-'))
  settings = { DATA_DIR: dataDir, DATABASE_URL: database.connectionString, MASTER_KEY: masterKey, LOG_LEVEL: 'error' }
  // Only the migrations of 0.1.0 are applied.
  await restoreBackup({
    connection: { connectionString: database.connectionString },
    path: backup,
    secrets: createSecrets({ read: () => [masterKey] }),
    migrations: (await readMigrations()).filter(({ name }) => name <= lastMigration),
  })
  await database.query('alter table migrations drop column oldest_code')
  await database.query(
    `insert into report_settings values ('vulnerability_feed_url', '"https://feed.example/all.json"', now())`,
  )
  for (const [table, day] of [
    ['site_sync_turns', 1],
    ['ssl_checks', 2],
    ['perf_turns', 3],
    ['site_icons', 4],
  ]) {
    await database.query(`insert into ${table} (site_id, next_at) select min(id), '2030-01-0${day}T00:00:00Z' from sites
      on conflict (site_id) do update set next_at = excluded.next_at`)
  }
})
afterAll(async () => {
  await rm(settings.DATA_DIR!, { recursive: true })
  await database.drop()
})

async function countRows(): Promise<Record<string, number>> {
  const tables = ['sites', 'clients', 'tags', 'costs', 'monitors', 'users', 'site_software', 'audit_lines']
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  return (await database.query(`select ${counts.join(', ')}`))[0]
}

it('starts with the data of 0.1.0 and keeps it', async () => {
  const before = await countRows()
  const monitoring = `select key, value from settings where group_name = 'monitoring' order by key`
  const settingsBefore = await database.query(monitoring)
  expect(before).toMatchObject({ sites: 25, clients: 8, tags: 6 })
  const key = 'a-key-for-the-upgrade-0123456789-0123456789'
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [await serviceProgram(), 'serve'], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings, ROLE: 'api', PORT: '0', API_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text
    const [, address] = /ready at (\S+)/.exec(printed) ?? []
    if (!address || child.killed) continue
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok', version })
    const headers = { authorization: `Bearer ${key}` }
    const sites = await fetch(`${address}/api/v2/sites?per_page=100`, { headers })
    expect([sites.status, sites.headers.get('x-wp-total')]).toEqual([200, '25'])
    const reports = await fetch(`${address}/api/v2/settings/reports`, { headers })
    expect(await reports.json()).toMatchObject({ data: { vulnerability_feed_url: 'https://feed.example/all.json' } })
    child.kill('SIGTERM')
  }
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  const applied = await database.query('select name from migrations order by name')
  expect(applied.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name))
  expect(await countRows()).toMatchObject({ ...before, audit_lines: expect.any(Number) })
  expect(await database.query(monitoring)).toEqual(settingsBefore)
  const schedules = await database.query(
    `select kind, next_at from site_schedules where site_id = (select min(id) from sites) order by next_at`,
  )
  expect(schedules).toEqual(
    ['sync', 'certificate', 'audit', 'icon'].map((kind, index) => ({
      kind,
      next_at: new Date(Date.UTC(2030, 0, index + 1)),
    })),
  )
})

it('counts the pending updates of 0.1.0 by site, client, tag and item', async () => {
  const updates = await database.query('select type, current_version, new_version, step from site_updates')
  expect(updates.length).toBeGreaterThan(0)
  for (const { type, current_version, new_version, step } of updates)
    expect([current_version, new_version, step]).toEqual([
      current_version,
      new_version,
      releaseStep(type, current_version, new_version),
    ])
  const [counted] = await database.query(`select
    (select count(*)::int from site_updates where not ignored) as pending,
    (select count(*)::int from sites) as sites, (select count(*)::int from site_update_counts) as rows,
    (select sum(total)::int from site_update_counts) as by_site,
    (select sum(core + plugins + themes + translations)::int from update_group_counts where kind = 'client') as by_client,
    (select sum(sites)::int from (select sites from update_counts union all select sites from update_count_changes) as item)
      as by_item,
    (select sum(total)::int from site_update_counts join site_tags using (site_id)) as tagged,
    (select sum(core + plugins + themes + translations)::int from update_group_counts where kind = 'tag') as by_tag`)
  const { pending, sites, rows, by_site, by_client, by_item, tagged, by_tag } = counted
  expect({ rows, by_site, by_client, by_item, by_tag }).toEqual({
    ...{ rows: sites, by_site: pending, by_client: pending, by_item: pending, by_tag: tagged },
  })
})

it('passes the doctor afterwards', async () => {
  const { printed } = await runFlotilla(['doctor'], settings)
  expect(printed).toMatch(/^ok +layout +up to date/m)
  expect(printed).toMatch(/^ok +master key/m)
  expect(printed).toMatch(/^ok +audit trail/m)
})
