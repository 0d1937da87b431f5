import { execFile } from 'node:child_process'
import { chmod, mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { databaseName } from '../../service/platform/database/embedded/cluster.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../service/platform/database/embedded.ts'
import { killWithChildren } from '../monitors/processor-time.ts'
import { waitUntil } from './job-under-way.ts'
import { databaseProcess } from './supervised-processes.ts'

/** A primary and its synchronous standby server. They change places in each failover. */
export interface DatabasePair {
  /** For DATABASE_URL: both servers. */
  url: string
  /** kill -9 of the primary; the standby server is promoted, and the dead one is made its standby server. */
  failOver(onDead: () => void): Promise<void>
  close(): Promise<void>
}

interface Server {
  dataDir: string
  running: EmbeddedDatabase
}

const run = promisify(execFile)
const accessFile = 'pair_hba.conf'
/** Replication is a database of its own in the rules of access. */
const accessRules = 'local all all trust\nlocal replication all trust\n'

const common = {
  wal_level: 'replica',
  max_wal_senders: '4',
  // A new standby server reads what was written during its copy.
  wal_keep_size: '256MB',
}

export async function startDatabasePair(folder: string): Promise<DatabasePair> {
  const dataDirs = ['first', 'second'].map((name) => join(folder, name)) as [string, string]
  const [first, second] = dataDirs
  // The copy is made while the server is down; its log must already be one that can be replicated.
  await (await startEmbedded({ dataDir: first, settings: common })).leave()
  await copyData(first, second)
  let primary = await startServer(first, {})
  let standby = await startStandby(second, primary).catch(async (error) => {
    await primary.running.leave()
    throw error
  })
  await waitForStandby(primary)
  const [one, other] = [primary, standby].map(({ running }) => running.socketDir) as [string, string]
  const hosts = encodeURIComponent(`${one},${other}`)
  const { username, port } = new URL(primary.running.url)
  return {
    url: `postgres://${username}@localhost:${port}/${databaseName}?host=${hosts}&sslmode=disable&target_session_attrs=read-write`,
    async failOver(onDead) {
      await killWithChildren(await databaseProcess(primary.dataDir))
      onDead()
      await query(standby, 'select pg_promote()')
      const dead = primary
      primary = standby
      await dead.running.leave()
      await copyRunning(primary, dead.dataDir)
      standby = await startStandby(dead.dataDir, primary)
      await waitForStandby(primary)
    },
    async close() {
      await query(primary, `alter system set synchronous_standby_names = ''`)
      await query(primary, 'select pg_reload_conf()')
      await standby.running.leave()
      await primary.running.leave()
    },
  }
}

async function startServer(dataDir: string, settings: Record<string, string>): Promise<Server> {
  const file = join(await dataOf(dataDir), accessFile)
  await writeFile(file, accessRules)
  await chmod(file, 0o644)
  return { dataDir, running: await startEmbedded({ dataDir, settings: { ...common, hba_file: file, ...settings } }) }
}

async function startStandby(dataDir: string, primary: Server): Promise<Server> {
  const { username, port } = new URL(primary.running.url)
  await writeFile(join(await dataOf(dataDir), 'standby.signal'), '')
  return startServer(dataDir, {
    primary_conninfo: `host=${primary.running.socketDir} port=${port} user=${username} application_name=standby`,
  })
}

/** From now on a write is acknowledged when both servers have it on their disks. */
async function waitForStandby(primary: Server): Promise<void> {
  await waitUntil(async () => {
    const states = await query<{ state: string }>(primary, 'select state from pg_stat_replication')
    return states.some(({ state }) => state === 'streaming')
  })
  await query(primary, `alter system set synchronous_standby_names = '*'`)
  await query(primary, 'select pg_reload_conf()')
  await waitUntil(async () => {
    const states = await query<{ state: string }>(primary, 'select sync_state as state from pg_stat_replication')
    return states.some(({ state }) => state === 'sync')
  })
}

/** The folder may be a link. */
const dataOf = (dataDir: string) => realpath(join(dataDir, 'postgres', 'data'))

async function copyData(from: string, to: string): Promise<void> {
  const target = join(to, 'postgres')
  await mkdir(target, { recursive: true, mode: 0o711 })
  await rm(join(target, 'data'), { recursive: true, force: true })
  await run('cp', ['-a', await dataOf(from), join(target, 'data')])
}

/** What `pg_basebackup` does, which the package of the embedded server lacks. */
async function copyRunning(primary: Server, to: string): Promise<void> {
  // The end of the copy needs the session of its begin.
  const client = new Client({ connectionString: primary.running.url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('pair', true)`)
    // Files that the server removes during the copy are restored from its log.
    await copyData(primary.dataDir, to).catch(() => {})
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    const data = await dataOf(to)
    for (const part of ['pg_wal', 'pg_replslot', 'postmaster.pid', 'postgresql.auto.conf'])
      await rm(join(data, part), { recursive: true, force: true })
    const owner = await ownerOf(data)
    for (const part of ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot']) {
      await mkdir(join(data, part), { mode: 0o700 })
      await run('chown', [owner, join(data, part)])
    }
    await writeFile(join(data, 'backup_label'), rows[0]!.label)
    await chmod(join(data, 'backup_label'), 0o644)
  } finally {
    await client.end()
  }
}

const ownerOf = async (path: string) => (await run('stat', ['-c', '%u:%g', path])).stdout.trim()

async function query<Row extends object>({ running }: Server, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: running.url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
