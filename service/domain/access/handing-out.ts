import { type Actor, type Scope, scopes } from '../../operation/actor.ts'
import { permissionDenied } from '../../operation/errors.ts'

/** A key hands out no more than it has; people and Flotilla itself hand out what they like. */
export function requireScopesToGive(actor: Actor, wanted: readonly Scope[]): void {
  if (actor.kind !== 'key') return
  const missing = wanted.filter((scope) => !actor.scopes.includes(scope))
  if (missing.length === 0) return
  throw permissionDenied(
    `This key may not give or change rights that it does not have itself: ${missing.join(', ')}. Use a key with all of them.`,
  )
}

/** A person has every scope: whoever can make one, or sets their password or role, could become one. */
export const requireRightsOverPeople = (actor: Actor): void => requireScopesToGive(actor, scopes)
