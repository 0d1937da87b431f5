import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { codeOf, messageOf } from '../../error-facts.ts'
import type { Secrets } from '../../secrets.ts'
import { BackupText } from './backup-text.ts'
import { type BackupKeys, decrypt, isEncrypted } from './encryption.ts'
import {
  anyHeaderLine,
  BackupError,
  type BackupHeader,
  type BackupTable,
  backupPlace,
  formatVersion,
  headerLine,
  lastLine,
  RowTally,
  tableEndLine,
  tableLine,
  tallied,
} from './format.ts'

export interface BackupVisitor {
  /** Called before anything else is read. */
  header?(header: BackupHeader): void | Promise<void>
  /** Must read the rows to their end. */
  table?(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void>
}

export interface BackupContents {
  header: BackupHeader
  rows: number
}

/** How a file is decrypted. */
export interface Decryption {
  keys: BackupKeys | null
  /** Refuses a file that is not encrypted: one in a storage that others can write may be forged. */
  isRequired?: boolean
}

/** Reads a whole backup and checks everything in it; without a visitor it only checks. */
export async function readBackup(
  path: string,
  secrets: Secrets,
  visitor: BackupVisitor = {},
  decryption: Decryption = { keys: null },
): Promise<BackupContents> {
  const unzipped = createGunzip({ chunkSize: 64 * 1024 })
  let file: ReadStream | undefined
  try {
    const encrypted = await startsEncrypted(path)
    if (decryption.isRequired && !encrypted)
      throw new BackupError('is not encrypted, so Flotilla did not write it there.')
    file = createReadStream(path)
    const source = encrypted ? Readable.from(decrypt(file, decryption.keys)) : file
    for (const each of [file, source]) each.on('error', (error: Error) => unzipped.destroy(error))
    return await read(new BackupText(source.pipe(unzipped)), secrets, visitor)
  } catch (error) {
    throw explain(path, error)
  } finally {
    unzipped.destroy()
    file?.destroy()
  }
}

async function startsEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return isEncrypted(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

async function read(text: BackupText, secrets: Secrets, visitor: BackupVisitor): Promise<BackupContents> {
  const lines = createHash('sha256')
  async function next<T>(shape: z.ZodType<T>): Promise<T> {
    const line = await text.line()
    lines.update(line)
    return parse(shape, line)
  }

  const first = await text.line()
  lines.update(first)
  const { flotilla_backup, flotilla } = parse(anyHeaderLine, first)
  if (flotilla_backup !== formatVersion) {
    throw new BackupError(`was made by a newer Flotilla (${flotilla}); restore it with that version.`)
  }
  const header = parse(headerLine, first)
  await visitor.header?.(header)
  let rows = 0
  for (const table of header.tables) {
    if ((await next(tableLine)).table !== table.name) throw damaged()
    const tally = new RowTally()
    const data = tallied(text.rows(), tally)
    if (visitor.table) await visitor.table(table, data)
    else for await (const _ of data);
    const end = await next(tableEndLine)
    if (end.end !== table.name || end.rows !== tally.rows || end.sha256 !== tally.digest()) throw damaged()
    rows += tally.rows
  }
  const digest = lines.digest('hex')
  const last = parse(lastLine, await text.line())
  if (last.sha256 !== digest || last.tables !== header.tables.length) throw damaged()
  requireSeal(last.seal, digest, secrets)
  await text.requireEnd()
  return { header, rows }
}

/** Digests detect accidents; only the seal detects that rows and digests were rewritten together. */
function requireSeal(seal: string, digest: string, secrets: Secrets): void {
  let sealed: string
  try {
    sealed = secrets.open(seal, backupPlace)
  } catch (error) {
    throw damaged(error)
  }
  if (sealed !== digest) throw damaged()
}

function parse<T>(shape: z.ZodType<T>, line: string): T {
  try {
    return shape.parse(JSON.parse(line))
  } catch (error) {
    throw damaged(error)
  }
}

const damaged = (cause?: unknown) =>
  new BackupError('is damaged or was altered after it was made; nothing was restored. Use another backup.', { cause })

/** Adds the file name, and explains errors of the decompressor. */
function explain(path: string, error: unknown): unknown {
  const [code, message] = [codeOf(error), messageOf(error)]
  if (error instanceof BackupError) return new BackupError(`${path} ${message}`, { cause: error })
  if (code === 'ENOENT') return new BackupError(`There is no file ${path}.`)
  if (code === 'Z_BUF_ERROR')
    return new BackupError(`${path} ends too early: it was not copied completely. Use another copy.`)
  if (code?.startsWith('Z_'))
    return new BackupError(`${path} is no backup of Flotilla, or it is damaged.`, { cause: error })
  return error
}
