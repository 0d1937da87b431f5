import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { line } from '../../../platform/connector/reading/text.ts'
import type { VulnerabilityEntry } from '../entry.ts'
import { fieldsOfRecord, listOf, readEntry } from '../feed/read-entry.ts'

/** Records of one message; a message with more is refused. */
const maxRecords = 500
/** Messages are sent when a record changes: one about an older change is a repetition. */
const oldestChangeMs = 7 * 86_400_000

/** Compares in constant time. The signature is the HMAC-SHA256 of the body in hexadecimal. */
export function isSigned(body: string, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(signature.trim())?.[1]
  return given !== undefined && timingSafeEqual(Buffer.from(given, 'hex'), expected)
}

export const messageDigest = (body: string): string => hash('sha256', body, 'base64url')

export interface WebhookMessage {
  changed: VulnerabilityEntry[]
  /** Ids of records that the source deleted. */
  deleted: string[]
  /** Records that could not be read or are too old. */
  skipped: number
}

/** Reads a message after its signature was checked; null if it is none. */
export function readWebhook(body: string, now: Date): WebhookMessage | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return null
  }
  const { created, updated, replaced, deleted } = fieldsOfRecord(fieldsOfRecord(parsed).vulnerabilities)
  const records = [created, updated, replaced].flatMap(listOf)
  const gone = listOf(deleted)
  if (records.length + gone.length === 0 || records.length + gone.length > maxRecords) return null
  const message: WebhookMessage = { changed: [], deleted: [], skipped: 0 }
  for (const record of records) {
    const entries = readEntry('', record).filter(({ updated_at }) => isRecent(updated_at, now))
    if (entries.length === 0) message.skipped++
    message.changed.push(...entries)
  }
  for (const record of gone) {
    const id = line(typeof record === 'object' ? fieldsOfRecord(record).id : record, 100)
    if (id === '') message.skipped++
    else message.deleted.push(id)
  }
  return message
}

const isRecent = (updated: string | null, now: Date): boolean => {
  if (updated === null) return false
  const age = now.getTime() - Date.parse(updated)
  // A clock may be ahead by an hour.
  return age <= oldestChangeMs && age >= -3_600_000
}
