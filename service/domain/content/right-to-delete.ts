import type { Actor } from '../../operation/actor.ts'
import { permissionDenied } from '../../operation/errors.ts'

/** For calls that delete only with a certain word: then they need the right to delete, whichever verb they came with. */
export function requireRightToDelete({ scopes }: Actor, what: string): void {
  if (scopes.includes('delete')) return
  throw permissionDenied(`Deleting ${what} for good needs the delete scope; this key has: ${scopes.join(', ')}.`)
}
