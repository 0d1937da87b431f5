import type { Actor } from './actor.ts'
import { permissionDenied } from './errors.ts'

/** Throws unless a person in the dashboard, or the command line on the server, makes the call. An API key or a stored password is not enough. */
export function requirePersonOrSystem({ kind, sessionId }: Actor, refusal: string): void {
  if (kind === 'system' || (kind === 'user' && sessionId !== null)) return
  throw permissionDenied(refusal)
}
