import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { findInstanceSecret, findOrCreateInstanceSecret } from '../../platform/database/instance-secret-store.ts'
import type { Secrets } from '../../platform/secrets.ts'

/**
 * The key of the audit trail. It is random and stored in `instance_secrets`, sealed by the master key: a rotation of the master key does
 * not change it, and the database alone is not enough to compute a seal.
 */
export interface AuditKey {
  /** Identifies the key and reveals nothing about it. */
  id: string
  key: KeyObject
  /** The line that closed the lines from before the key; line 0 if there were none. All later lines are keyed. */
  start: LinePosition
}

export interface LinePosition {
  line: number
  seal: string
}

const secretName = 'audit key'

interface KeyParts {
  db: Db
  secrets: Secrets
}

export async function findAuditKey(parts: KeyParts): Promise<AuditKey | null> {
  const secret = await findInstanceSecret(parts, secretName)
  if (secret === undefined) return null
  const { key, start } = JSON.parse(secret)
  return toAuditKey(key, start)
}

/** `close` writes the line that closes the existing ones, with the new key. */
export async function createAuditKey(
  parts: KeyParts,
  close: (key: AuditKey) => Promise<LinePosition>,
): Promise<AuditKey> {
  const secret = randomBytes(32).toString('base64url')
  const start = await close(toAuditKey(secret, { line: 0, seal: '' }))
  await findOrCreateInstanceSecret(parts, secretName, () => JSON.stringify({ key: secret, start }))
  return toAuditKey(secret, start)
}

function toAuditKey(secret: string, start: LinePosition): AuditKey {
  const key = createSecretKey(Buffer.from(secret, 'base64url'))
  return { id: createHmac('sha256', key).update('key id').digest('hex').slice(0, 8), key, start }
}

/** The columns that a seal covers. */
export interface SealedColumns {
  at: Date
  actor_kind: string
  actor_name: string
  user_id: number | null
  key_id: number | null
  address: string | null
  request_id: string
  operation: string
  subject: string
  outcome: string
}

/** The seal of a line covers its values and the seal before it. */
export const sealLine = ({ id, key }: AuditKey, row: SealedColumns, before: string): string =>
  `k1.${id}.${createHmac('sha256', key).update(textOf(row, before)).digest('hex')}`

/** Lines from before the key: any program that can write to the database can compute these. */
const plainSealOf = (row: SealedColumns, before: string): string => hash('sha256', textOf(row, before), 'hex')

/** Authenticates something else than a line, such as the anchor. */
export const authenticate = ({ key }: AuditKey, purpose: string, values: readonly unknown[]): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...values]))
    .digest('hex')

export const isKeyed = (seal: string): boolean => seal.startsWith('k1.')
const keyIdOf = (seal: string): string => seal.split('.')[1] ?? ''

export type LineCheck = 'keyed' | 'plain' | 'wrong' | 'other key'

export function checkLine(key: AuditKey | null, row: SealedColumns, seal: string, before: string): LineCheck {
  if (!isKeyed(seal)) return plainSealOf(row, before) === seal ? 'plain' : 'wrong'
  if (!key || keyIdOf(seal) !== key.id) return 'other key'
  return sealLine(key, row, before) === seal ? 'keyed' : 'wrong'
}

/** The format of the versions before the key: values in the order of the names of their columns, after the time. */
function textOf(row: SealedColumns, before: string): string {
  const { actor_kind, actor_name, address, key_id, operation, outcome, request_id, subject, user_id } = row
  const values = [actor_kind, actor_name, address, key_id, operation, outcome, request_id, subject, user_id]
  return JSON.stringify([before, row.at.toISOString(), ...values])
}
