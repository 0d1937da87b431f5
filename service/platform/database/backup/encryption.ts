import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BackupError } from './format.ts'

/**
 * An encrypted backup is one line of text, then records of 64 KiB, each sealed with AES-256-GCM. The nonce of a record has its
 * number and whether it is the last one, so records cannot be left out, swapped or cut off.
 */
const magic = 'FLOTILLA-ENCRYPTED-BACKUP'
const firstLine = /^FLOTILLA-ENCRYPTED-BACKUP 1 ([0-9a-f]{8}) ([\w-]{22})\n/
const recordBytes = 64 * 1024
const tagBytes = 16
const maxFirstLine = 100
const shortestKey = 32

/** Newest first: backups are written with the first key and read with the one they name. */
export interface BackupKeys {
  readonly newest: BackupKey
  find(id: string): BackupKey | undefined
  ids(): string[]
}

interface BackupKey {
  /** Identifies the key and reveals nothing about it. */
  id: string
  text: string
}

/** `text` is the setting BACKUP_KEY: one key, or several separated by commas. Null without a key. */
export function readBackupKeys(text: string | undefined): BackupKeys | null {
  const keys = (text ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
    .map((key) => ({ id: derive(key, '', 'backup key id', 4).toString('hex'), text: key }))
  const [newest] = keys
  if (!newest) return null
  if (keys.some((key) => key.text.length < shortestKey))
    throw new Error(`Each key in BACKUP_KEY must have at least ${shortestKey} characters.`)
  return { newest, find: (id) => keys.find((key) => key.id === id), ids: () => keys.map(({ id }) => id) }
}

export async function* encrypt(chunks: AsyncIterable<Buffer>, { newest }: BackupKeys): AsyncGenerator<Buffer> {
  const salt = randomBytes(16).toString('base64url')
  const line = Buffer.from(`${magic} 1 ${newest.id} ${salt}\n`)
  const key = fileKey(newest, salt)
  yield line
  let number = 0
  const seal = (record: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast), { authTagLength: tagBytes })
    cipher.setAAD(line)
    return Buffer.concat([cipher.update(record), cipher.final(), cipher.getAuthTag()])
  }
  for await (const { bytes, isLast } of records(chunks, recordBytes)) yield seal(bytes, isLast)
}

/** Throws a BackupError for another key, and for a file that was altered or cut off. */
export async function* decrypt(chunks: AsyncIterable<Buffer>, keys: BackupKeys | null): AsyncGenerator<Buffer> {
  const { line, id, salt, rest } = await readFirstLine(chunks)
  if (!keys) throw new BackupError('is encrypted. Set BACKUP_KEY, or BACKUP_KEY_FILE, to the key it was made with.')
  const known = keys.find(id)
  if (!known)
    throw new BackupError(
      `was encrypted with another backup key (${id}; here: ${keys.ids().join(', ')}). Set BACKUP_KEY to the key it was made with.`,
    )
  const key = fileKey(known, salt)
  let number = 0
  for await (const { bytes, isLast } of records(rest, recordBytes + tagBytes)) {
    if (bytes.length < tagBytes) throw damaged()
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number++, isLast), { authTagLength: tagBytes })
    decipher.setAAD(line)
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    let record: Buffer
    try {
      record = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
    } catch (error) {
      throw damaged(error)
    }
    yield record
  }
}

/** Whether these first bytes are those of an encrypted backup. */
export const isEncrypted = (start: Buffer): boolean => start.subarray(0, magic.length).toString('latin1') === magic

const damaged = (cause?: unknown) =>
  new BackupError(
    'is damaged, was altered after it was made, or was not copied completely; nothing was restored. Use another backup.',
    { cause },
  )

const derive = (key: string, salt: string, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, `flotilla ${purpose}`, bytes))

/** Every file has its own key, so that nonces can be counted. */
const fileKey = ({ text }: BackupKey, salt: string) => derive(text, salt, 'backup file', 32)

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Chunks of any size as records of this size; the last one may be shorter or empty. */
async function* records(
  chunks: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    length += chunk.length
    // The last record is known only at the end, so one record is always held back.
    if (length <= size) continue
    const all = Buffer.concat(held)
    let at = 0
    for (; all.length - at > size; at += size) yield { bytes: all.subarray(at, at + size), isLast: false }
    held = [all.subarray(at)]
    length = all.length - at
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

async function readFirstLine(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  while (start.length < maxFirstLine && !start.includes(10)) {
    const { done, value } = await iterator.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const [text, id, salt] = firstLine.exec(start.subarray(0, maxFirstLine).toString('latin1')) ?? []
  if (!text || !id || !salt) throw new BackupError('is no backup of Flotilla, or it is damaged.')
  const line = start.subarray(0, text.length)
  async function* rest() {
    yield start.subarray(line.length)
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) return
      yield value
    }
  }
  return { line, id, salt, rest: rest() }
}
