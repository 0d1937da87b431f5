import { type Actor, type Scope, scopes } from '../../operation/actor.ts'
import { permissionDenied } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { keyRefused } from './access-errors.ts'
import { findKey } from './key-store.ts'

/** What a key may do, where and until when. */
export interface KeyRights {
  scopes: readonly Scope[]
  site_ids: readonly number[] | null
  tag_ids: readonly number[] | null
  expires_at: Date | null
}

/** The rights of the key that calls, as stored now; null for people and for Flotilla itself, who hand out what they like. */
export async function rightsOfMaker(db: Db, actor: Actor, options?: { lock: boolean }): Promise<KeyRights | null> {
  if (actor.kind !== 'key') return null
  const key = await findKey(db, actor.keyId!, options)
  // Revoked since this call began.
  if (!key?.active) throw keyRefused()
  return key
}

/** A key makes, changes and deletes only keys that may do nothing more, nowhere else and no longer than itself. */
export function requireWithin(made: KeyRights, maker: KeyRights | null): void {
  const excess = maker && excessOver(maker, made)
  if (excess) throw permissionDenied(`This key may not make, change or delete a key that ${excess}.`)
}

export const isWithin = (made: KeyRights, maker: KeyRights): boolean => excessOver(maker, made) === null

/**
 * A person has every scope and no end: a key that can add one, or set their password or role, could sign in as one. A key
 * that can end what they sign in with, or delete them, would end more than it is itself.
 */
export async function requireRightsOverPeople(db: Db, actor: Actor): Promise<void> {
  const maker = await rightsOfMaker(db, actor)
  const everything = { scopes, site_ids: null, tag_ids: null, expires_at: null }
  const excess = maker && excessOver(maker, everything)
  if (excess) {
    throw permissionDenied(
      `Only a key with all scopes, without limits and without an end date may add, change, sign out or delete people: a person ${excess}.`,
    )
  }
}

/** In which way `made` exceeds `maker`, as the end of a sentence; null when it does not. */
function excessOver(maker: KeyRights, made: KeyRights): string | null {
  const missing = made.scopes.filter((scope) => !hasScope(maker, scope))
  if (missing.length > 0) return `has rights that it lacks itself: ${missing.join(', ')}`
  if (exceedsLimits(maker, made)) return 'reaches sites or tags that it does not reach itself'
  if (maker.expires_at === null) return null
  return made.expires_at === null || made.expires_at > maker.expires_at
    ? `works longer than itself (until ${maker.expires_at.toISOString()})`
    : null
}

// Reading everything includes the metrics.
const hasScope = (maker: KeyRights, scope: Scope) =>
  maker.scopes.includes(scope) || (scope === 'metrics' && maker.scopes.includes('read'))

function exceedsLimits(maker: KeyRights, made: KeyRights): boolean {
  if (maker.site_ids === null && maker.tag_ids === null) return false
  if (made.site_ids === null && made.tag_ids === null) return true
  const exceeds = (mine: readonly number[] | null, theirs: readonly number[] | null) => {
    const known = new Set(theirs ?? [])
    return (mine ?? []).some((id) => !known.has(id))
  }
  return exceeds(made.site_ids, maker.site_ids) || exceeds(made.tag_ids, maker.tag_ids)
}
