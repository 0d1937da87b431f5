import { type Actor, type Scope, scopes, type Tier, tiers } from '../../../operation/actor.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { requirePersonOrSystem } from '../../../operation/require-person-or-system.ts'
import type { Db } from '../../../platform/database/database.ts'
import { apiKeyRefused } from '../access-errors.ts'
import { findKey } from './key-store.ts'

/** What a key may do, on which sites, and until when. */
export interface KeyRights {
  scopes: readonly Scope[]
  site_ids: readonly number[] | null
  tag_ids: readonly number[] | null
  client_ids: readonly number[] | null
  change_tier: Tier
  destroy_tier: Tier
  expires_at: Date | null
}

/** The current rights of the calling key; null for users and for the system, which may create any key. */
export async function rightsOfCallingKey(db: Db, actor: Actor, options?: { lock: boolean }): Promise<KeyRights | null> {
  if (actor.kind !== 'key') return null
  const key = actor.keyId === null ? undefined : await findKey(db, actor.keyId, options)
  // Revoked after this call started.
  if (!key?.active) throw apiKeyRefused()
  return key
}

/** A key may create, change and delete only keys without more scopes, sites or time than itself. */
export function requireWithinRights(created: KeyRights, creator: KeyRights | null): void {
  const excess = creator && describeExcess(creator, created)
  if (excess) throw permissionDenied(`This key may not create, change or delete a key that ${excess}.`)
}

export const isWithinRights = (created: KeyRights, creator: KeyRights): boolean =>
  describeExcess(creator, created) === null

/**
 * A user has every scope and does not expire: a key that can add a user, or set a password or role, could sign in as that
 * user. A key that can revoke credentials of a user, or delete the user, would revoke more than its own rights.
 */
export async function requireRightsToManageUsers(db: Db, actor: Actor): Promise<void> {
  const creator = await rightsOfCallingKey(db, actor)
  const everything: KeyRights = {
    scopes,
    ...{ site_ids: null, tag_ids: null, client_ids: null, expires_at: null },
    change_tier: 'automatic',
    destroy_tier: 'automatic',
  }
  const excess = creator && describeExcess(creator, everything)
  if (excess) {
    throw permissionDenied(
      `Only a key with all scopes, without limits, approvals and an end date may add, change, sign out or delete users: a user ${excess}.`,
    )
  }
}

/** How `created` exceeds `creator`, as the end of a sentence; null if it does not. */
function describeExcess(creator: KeyRights, created: KeyRights): string | null {
  const missing = created.scopes.filter((scope) => !hasScope(creator, scope))
  if (missing.length > 0) return `has scopes that this key lacks: ${missing.join(', ')}`
  if (exceedsLimits(creator, created)) return 'has sites, tags or clients that this key does not have'
  if (isLooser(created, creator)) return 'may change more without approval than this key'
  if (creator.expires_at === null) return null
  return created.expires_at === null || created.expires_at > creator.expires_at
    ? `expires later than this key (${creator.expires_at.toISOString()})`
    : null
}

type KeyTiers = Pick<KeyRights, 'change_tier' | 'destroy_tier'>

/** Whether a tier of the one is looser than that of the other. */
export const isLooser = (one: KeyTiers, other: KeyTiers): boolean =>
  tiers.indexOf(one.change_tier) < tiers.indexOf(other.change_tier) ||
  tiers.indexOf(one.destroy_tier) < tiers.indexOf(other.destroy_tier)

/** A key, also one without approvals, must not decide what runs without a person. The operation itself needs a fresh factor. */
export function requireMayLoosen(actor: Actor, before: KeyTiers, after: KeyTiers): void {
  if (isLooser(after, before))
    requirePersonOrSystem(actor, 'Only a person who is signed in to the dashboard may loosen the approvals of a key.')
}

// The read scope includes the metrics.
const hasScope = (creator: KeyRights, scope: Scope) =>
  creator.scopes.includes(scope) || (scope === 'metrics' && creator.scopes.includes('read'))

const limitKinds = ['site_ids', 'tag_ids', 'client_ids'] as const

function exceedsLimits(creator: KeyRights, created: KeyRights): boolean {
  if (limitKinds.every((kind) => creator[kind] === null)) return false
  if (limitKinds.every((kind) => created[kind] === null)) return true
  return limitKinds.some((kind) => {
    const known = new Set(creator[kind])
    return created[kind]?.some((id) => !known.has(id))
  })
}
