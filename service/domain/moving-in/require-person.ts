import type { Actor } from '../../operation/actor.ts'
import { requirePersonOrSystem } from '../../operation/require-person-or-system.ts'

/** The keys of a whole fleet leave or enter: everything here that changes something is for a person. */
export const requirePerson = (actor: Actor): void =>
  requirePersonOrSystem(
    actor,
    'Moving in needs an administrator who is signed in to the dashboard; an API key cannot do it.',
  )
