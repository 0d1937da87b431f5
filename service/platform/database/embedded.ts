import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from './embedded/binaries.ts'
import { databaseName, superuser } from './embedded/cluster.ts'
import { ensureRunning } from './embedded/ensure-running.ts'
import { openFolders, port } from './embedded/folders.ts'
import { enter, leave } from './embedded/membership.ts'
import type { RunAs } from './embedded/run-program.ts'
import { scratchSettings } from './embedded/settings.ts'

export type EmbeddedOptions = {
  dataDir: string
  log?: (line: string) => void
  /** Settings of PostgreSQL on top of ours; they count when this call starts the server, not when it joins a running one. */
  settings?: Record<string, string>
  tempDir?: string
  /** Where data and programs go when root must let another user run the server who cannot enter DATA_DIR or the clone. */
  fallbackDir?: string
  /** Left out, the best way that works here is found. */
  runAs?: RunAs
}

export type EmbeddedDatabase = {
  /** For the `connectionString` of pg. */
  url: string
  socketDir: string
  urlOf(database: string): string
  /** Starts the server again if it died under us; harmless while it runs. */
  revive(): Promise<void>
  /** This process is done with the database; the last one out stops the server. Safe to call twice. */
  leave(): Promise<void>
}

/**
 * A real PostgreSQL in DATA_DIR/postgres, shared by all processes that use the same DATA_DIR. It takes connections only over
 * a socket in a folder with mode 0700, and trusts whoever can enter that: the user who runs it, and root. (`peer` would
 * ask for the same and fail where root runs it under another number.)
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return start(options)
}

/** A cluster for one test run: fast instead of safe, in a temp directory that is removed with the last who leaves or dies. */
export async function startScratch(options: Omit<EmbeddedOptions, 'dataDir'> = {}): Promise<EmbeddedDatabase> {
  const dataDir = await mkdtemp(join(options.tempDir ?? tmpdir(), 'flotilla-scratch-'))
  await chmod(dataDir, 0o711) // lets the user pass who runs the server when root may not
  return start({ ...options, dataDir, settings: { ...scratchSettings, ...options.settings } }, dataDir)
}

async function start(options: EmbeddedOptions, scratch?: string): Promise<EmbeddedDatabase> {
  const { log = () => {}, settings = {}, tempDir = tmpdir(), fallbackDir = '/var/lib/flotilla', runAs } = options
  const native = findPostgres()
  const membership = await enter(await openFolders(options.dataDir), scratch)
  const running = () => ensureRunning(membership, { native, log, settings, tempDir, fallbackDir, runAs })
  const socketDir = await running().catch(async (error) => {
    membership.lock.close()
    if (scratch) await rm(scratch, { recursive: true, force: true })
    throw error
  })
  const urlOf = (database: string) => connectionUrl(socketDir, database)
  let left: Promise<void> | undefined
  return {
    url: urlOf(databaseName),
    socketDir,
    urlOf,
    revive: async () => {
      if (!left) await running()
    },
    leave: () => {
      left ??= leave(membership, socketDir).then((done) => {
        if (!done) log('The database did not stop within a minute; it goes on stopping by itself.')
      })
      return left
    },
  }
}

/** Everything is named so that no PG* variable of the operator's shell can lead the client elsewhere. */
function connectionUrl(socketDir: string, database: string): string {
  const query = new URLSearchParams({ host: socketDir, sslmode: 'disable' })
  return `postgres://${superuser}@localhost:${port}/${encodeURIComponent(database)}?${query}`
}
