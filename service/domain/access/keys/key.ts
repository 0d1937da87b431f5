import { z } from 'zod'
import { keyScopes, type Scope, tiers } from '../../../operation/actor.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { limitFields, readLimitChanges } from '../users/limit-fields.ts'
import { oneLineText } from '../users/user.ts'
import { isWithinRights } from './key-rights.ts'
import { type KeyRow, listMadeKeys } from './key-store.ts'

export const keyId = z.int().min(1)
const scope = z.enum(keyScopes)

/** The fields of a key that callers set; all optional, so that an edit contains only what changes. */
export const keyFields = {
  description: oneLineText(200).optional(),
  active: z.boolean().optional(),
  scopes: z
    .array(scope)
    .min(1)
    .max(4)
    .optional()
    .describe('Exactly what the key may do; metrics: read /metrics and nothing else.'),
  permissions: z
    .array(z.enum(['read', 'write', 'read_write', 'delete']))
    .min(1)
    .max(4)
    .optional()
    .describe('As in the established product: write includes delete. Send this or scopes, not both.'),
  ...limitFields,
  change_tier: z
    .enum(tiers)
    .optional()
    .describe('Changes run (automatic), need the approval of a person (ask) or are refused (never).'),
  destroy_tier: z.enum(tiers).optional().describe('The same for what cannot be undone.'),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe('null: never. Keys created with a key expire with it or earlier; by default, with it.'),
}

interface ScopesInput {
  scopes?: Scope[] | undefined
  permissions?: ('read' | 'write' | 'read_write' | 'delete')[] | undefined
}

const scopesOfPermission: Record<NonNullable<ScopesInput['permissions']>[number], Scope[]> = {
  read: ['read'],
  write: ['write', 'delete'],
  read_write: ['read', 'write', 'delete'],
  delete: ['delete'],
}

/** The requested scopes in their usual order; undefined if none were sent. */
export function readScopes({ scopes: exact, permissions }: ScopesInput): Scope[] | undefined {
  if (exact && permissions) throw invalidInput({ permissions: 'is another form of scopes; send only one of them' })
  const requested = exact ?? permissions?.flatMap((permission) => scopesOfPermission[permission])
  return requested && keyScopes.filter((scope) => requested.includes(scope))
}

/** undefined if it was not sent. */
export function readExpiry(text: string | null | undefined, now: Date): Date | null | undefined {
  if (text === undefined || text === null) return text
  const time = new Date(text)
  if (time <= now) throw invalidInput({ expires_at: 'must be in the future; to stop a key now, send active: false' })
  return time
}

export const keyRecord = z.object({
  id: z.int(),
  user_id: z.int(),
  version: z.literal('v2'),
  description: z.string(),
  permissions: z.array(z.string()),
  scopes: z.array(scope),
  site_ids: z.array(z.int()).nullable(),
  tag_ids: z.array(z.int()).nullable(),
  client_ids: z.array(z.int()).nullable(),
  change_tier: z.enum(tiers),
  destroy_tier: z.enum(tiers),
  truncated_key: z.string(),
  made_by_user_id: z.int().nullable(),
  made_by_key_id: z.int().nullable(),
  active: z.boolean(),
  expires_at: timestamp.nullable(),
  created_at: timestamp,
  last_access: timestamp.nullable(),
})

export function toKeyRecord(row: KeyRow): z.input<typeof keyRecord> {
  const {
    id,
    user_id,
    description,
    scopes,
    site_ids,
    tag_ids,
    client_ids,
    change_tier,
    destroy_tier,
    truncated_key,
    active,
    made_by_user_id,
    made_by_key_id,
  } = row
  return {
    id,
    user_id,
    version: 'v2',
    description,
    permissions: describeScopes(scopes),
    scopes,
    site_ids,
    tag_ids,
    client_ids,
    change_tier,
    destroy_tier,
    truncated_key,
    made_by_user_id,
    made_by_key_id,
    active,
    expires_at: isoTime(row.expires_at),
    created_at: isoTime(row.created_at),
    last_access: isoTime(row.last_used_at),
  }
}

/** The labels of the established product, where writing and deleting are one permission. */
function describeScopes(scopes: Scope[]): string[] {
  const read = scopes.includes('read') ? ['Read'] : []
  const changing = [scopes.includes('write') && 'Write', scopes.includes('delete') && 'Delete'].filter(Boolean)
  const metrics = scopes.includes('metrics') ? ['Metrics'] : []
  return [...read, ...(changing.length > 0 ? [changing.join(' & ')] : []), ...metrics]
}

/** The columns that an edit changes. */
export function readKeyChanges(input: z.output<z.ZodObject<typeof keyFields>>, now: Date) {
  const { description, active, change_tier, destroy_tier } = input
  const scopes = readScopes(input)
  const expiresAt = readExpiry(input.expires_at, now)
  return {
    ...(description !== undefined && { description }),
    ...(active !== undefined && { active }),
    ...(scopes !== undefined && { scopes }),
    ...(change_tier !== undefined && { change_tier }),
    ...(destroy_tier !== undefined && { destroy_tier }),
    ...readLimitChanges(input),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  }
}

/** Active keys created with `key` that must be switched off because it is off or they exceed its rights. */
export async function listKeysThatExceed(db: Db, key: KeyRow): Promise<KeyRow[]> {
  const made = await listMadeKeys(db, key.id)
  return made.filter((child) => child.active && !(key.active && isWithinRights(child, key)))
}
