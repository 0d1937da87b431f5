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
  /** Additional settings of PostgreSQL; they apply when this call starts the server, not when it joins a running one. */
  settings?: Record<string, string>
  tempDir?: string
  /** Folder for data and programs when root must run the server as another user who cannot read DATA_DIR or the clone. */
  fallbackDir?: string
  /** By default the best way that works here is used. */
  runAs?: RunAs
}

export type EmbeddedDatabase = {
  /** For the `connectionString` of pg. */
  url: string
  socketDir: string
  urlOf(database: string): string
  /** Restarts the server if it died; does nothing while it runs. */
  revive(): Promise<void>
  /** Releases the database; the last process stops the server. May be called twice. */
  leave(): Promise<void>
}

/**
 * A real PostgreSQL in DATA_DIR/postgres, shared by all processes with the same DATA_DIR. It accepts connections only over
 * a socket in a folder with mode 0700, and trusts everyone who can open it: the user who runs it, and root. (`peer` would
 * require the same and fail if root runs it as another user.)
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return start(options)
}

/** A cluster for one test run: fast instead of safe, in a temp directory that is removed with its last process. */
export async function startScratch(options: Omit<EmbeddedOptions, 'dataDir'> = {}): Promise<EmbeddedDatabase> {
  const dataDir = await mkdtemp(join(options.tempDir ?? tmpdir(), 'flotilla-scratch-'))
  await chmod(dataDir, 0o711) // the user that runs the server for root must be able to enter
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
        if (!done) log('The database did not stop within a minute; it continues to stop.')
      })
      return left
    },
  }
}

/** Every parameter is set, so that no PG* variable of the operator's shell applies. */
function connectionUrl(socketDir: string, database: string): string {
  const query = new URLSearchParams({ host: socketDir, sslmode: 'disable' })
  return `postgres://${superuser}@localhost:${port}/${encodeURIComponent(database)}?${query}`
}
