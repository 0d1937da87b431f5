import type { Actor } from '../../operation/actor.ts'
import { permissionDenied } from '../../operation/errors.ts'

/**
 * The keys of a whole fleet leave or enter: for an administrator in the dashboard or on the server's command line. An API key or
 * a stored password is not enough.
 */
export function requirePerson({ kind, sessionId }: Actor): void {
  if (kind === 'system' || (kind === 'user' && sessionId !== null)) return
  throw permissionDenied('Moving in needs an administrator who is signed in to the dashboard; an API key cannot do it.')
}
