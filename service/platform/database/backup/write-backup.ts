import { createHash } from 'node:crypto'
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client, type ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Clock } from '../../clock.ts'
import { messageOf } from '../../error-facts.ts'
import type { Secrets } from '../../secrets.ts'
import { syncFolder } from '../../sync-folder.ts'
import type { SealedColumn } from '../sealed-columns.ts'
import { copyTimeLimits } from '../time-limits.ts'
import { type BackupKeys, encrypt } from './encryption.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupTable,
  backupPlace,
  endOfRows,
  formatVersion,
  RowTally,
  tallied,
} from './format.ts'
import { beginSnapshot, describeSnapshot } from './snapshot.ts'

// Rows of text compress well at any level; the higher ones cost far more time than they save space.
const compression = 4

export interface BackupOptions {
  connection: ClientConfig
  path: string
  /** Of Flotilla, for the header. */
  version: string
  secrets: Secrets
  clock: Clock
  sealed: readonly SealedColumn[]
  /** Encrypts the file with the newest of these keys. */
  keys?: BackupKeys
  /** The name of the unfinished file; by default the path with the number of the process. */
  draft?: string
  /** Called with the bytes written so far. */
  onProgress?(bytes: number): void
  signal?: AbortSignal | undefined
}

export interface BackupSummary {
  tables: number
  rows: number
  /** Rows by table. */
  counts: Record<string, number>
  /** As in the first line. */
  createdAt: string
}

/** One consistent snapshot in one file, which gets its name only when it is complete. */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { path, keys, signal, onProgress } = options
  if (await exists(path))
    throw new BackupError(`${path} exists already. Choose another name, or move the file away first.`)
  const draft = options.draft ?? `${path}.${process.pid}.part`
  const file = await openDraft(draft)
  const client = new Client({ ...options.connection, ...copyTimeLimits })
  // A broken connection also fails the current query, whose error is better.
  client.on('error', () => {})
  try {
    await client.connect()
    await beginSnapshot(client)
    const summary: BackupSummary = { tables: 0, rows: 0, counts: {}, createdAt: options.clock.now().toISOString() }
    const rows = Readable.from(contents(client, options, summary))
    const output = file.createWriteStream({ flush: true })
    const encrypted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of keys ? encrypt(chunks, keys) : chunks) {
        yield chunk
        onProgress?.(output.bytesWritten)
      }
    }
    await pipeline(rows, createGzip({ level: compression }), encrypted, output, signal ? { signal } : {})
    await rename(draft, path)
    await syncFolder(dirname(path))
    return summary
  } finally {
    await client.end()
    await file.close()
    await rm(draft, { force: true })
  }
}

async function* contents(
  client: Client,
  options: BackupOptions,
  summary: BackupSummary,
): AsyncGenerator<string | Buffer> {
  const lines = createHash('sha256')
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`
    lines.update(text)
    return text
  }
  const { version, secrets, sealed } = options
  const snapshot = await describeSnapshot(client, sealed)
  const header: BackupHeader = {
    flotilla_backup: formatVersion,
    created_at: summary.createdAt,
    flotilla: version,
    ...snapshot,
    // The last line is sealed under the newest key, even if nothing else is.
    sealed_under: [...new Set([...snapshot.sealed_under, ...secrets.keyIds().slice(0, 1)])],
  }
  yield line(header)
  for (const table of snapshot.tables) {
    const tally = new RowTally()
    yield line({ table: table.name })
    yield* tallied(client.query(copyTo(copyStatement(client, table))), tally)
    yield endOfRows
    yield line({ end: table.name, rows: tally.rows, sha256: tally.digest() })
    summary.tables++
    summary.rows += tally.rows
    summary.counts[table.name] = tally.rows
  }
  const sha256 = lines.digest('hex')
  yield `${JSON.stringify({ tables: summary.tables, sha256, seal: secrets.seal(sha256, backupPlace) })}\n`
}

function copyStatement(client: Client, { name, columns }: BackupTable): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `copy (select ${list} from ${client.escapeIdentifier(name)}) to stdout`
}

async function openDraft(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    throw new BackupError(`The backup cannot be written there: ${messageOf(error)}.`, { cause: error })
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
