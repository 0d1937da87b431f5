import type { Actor } from '../../operation/actor.ts'
import { permissionDenied } from '../../operation/errors.ts'

/** For operations that delete only with certain input: their effect is `change`, so the pipeline does not check the scope. */
export function requireDeleteScope({ scopes }: Actor, what: string): void {
  if (scopes.includes('delete')) return
  throw permissionDenied(`Deleting ${what} for good needs the delete scope; this key has: ${scopes.join(', ')}.`)
}
