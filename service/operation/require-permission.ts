import type { Clock } from '../platform/clock.ts'
import type { Actor, Scope, Tier } from './actor.ts'
import type { Context } from './context.ts'
import { credentialRuleOf } from './credential-rules.ts'
import { factorSetupRequired, identityConfirmationRequired, permissionDenied } from './errors.ts'
import type { Effect, Operation } from './operation.ts'
import { allPermissions, hasPermission, type Permission, permissions } from './permissions.ts'
import { requirePersonOrSystem } from './require-person-or-system.ts'

const scopeOfEffect: Record<Effect, Scope> = { read: 'read', change: 'write', destroy: 'delete' }

/**
 * `metrics.read`: administrators, and their keys with the read or metrics scope. Not callers limited to sites, because the
 * figures cover all sites.
 */
export function requireMetricsPermission(actor: Actor): void {
  const isAllowed =
    hasPermission(actor, 'metrics.read') &&
    actor.limits === null &&
    !actor.mustChangePassword &&
    !actor.mustSetUpFactor &&
    (actor.scopes.includes('read') || actor.scopes.includes('metrics'))
  if (isAllowed) return
  throw permissionDenied(
    'Metrics are for administrators. Give your monitoring a key of an administrator with the metrics scope: POST /rest-api/add-key {"scopes": ["metrics"]}.',
  )
}

const provenForMs = 10 * 60_000

/** Keys, application passwords and login passwords are proven with the call; a session may be that of an unattended browser. */
export function requireStepUp(
  { stepUp, label }: Pick<Operation, 'stepUp' | 'label'>,
  { provenAt }: Actor,
  clock: Clock,
): void {
  if (!stepUp || provenAt === undefined) return
  if (clock.now().getTime() - provenAt.getTime() > provenForMs) throw identityConfirmationRequired(label)
}

/** Public operations need no credential, so that none can restrict them. */
export const tierOf = ({ effect, permission }: Pick<Operation, 'effect' | 'permission'>, { tiers }: Actor): Tier =>
  effect === 'read' || permission === 'public' ? 'automatic' : (tiers?.[effect] ?? 'automatic')

/** The tier of one call, by the effect of what it starts. Refuses what the key may never do. */
export async function requireTier(operation: Operation, input: unknown, context: Context): Promise<Tier> {
  const { actor } = context
  if (!actor.tiers || operation.needsApproval === false) return 'automatic'
  // The input was checked by the schema of the operation.
  const effect = (await operation.startsEffect?.(input as never, context)) ?? operation.effect
  const tier = tierOf({ effect, permission: operation.permission }, actor)
  if (tier === 'never') throw neverAllowed(operation)
  return tier
}

const neverAllowed = ({ label }: Operation) =>
  permissionDenied(`${label} is not for this key: an administrator has switched off what it may change.`)

/** What the role and the limits of the actor allow. What needs an administrator concerns all sites: it is not for limited callers. */
export const permissionsOf = (actor: Actor): Permission[] =>
  allPermissions.filter(
    (permission) => hasPermission(actor, permission) && !(actor.limits && permissions[permission] === 'administrator'),
  )

/** Throws unless the actor may run the operation. The scope follows from the operation's effect, not from the HTTP method. */
export function requirePermission(operation: Operation, actor: Actor): void {
  const { permission } = operation
  if (permission === 'public') return
  if (actor.kind === 'nobody') throw permissionDenied('Sign in first.')
  const scope = scopeOfEffect[operation.effect]
  if (!actor.scopes.includes(scope)) {
    throw permissionDenied(
      `${operation.label} needs the ${scope} scope; this key has: ${actor.scopes.join(', ') || 'none'}.`,
    )
  }
  if (tierOf(operation, actor) === 'never') throw neverAllowed(operation)
  if (actor.mustChangePassword && permission !== 'own' && permission !== 'account.read') {
    throw permissionDenied('This is a one-time password. Change it first: PUT /access/me/password.')
  }
  if (actor.mustSetUpFactor && permission !== 'own' && permission !== 'account.read') throw factorSetupRequired()
  if (permission === 'own') {
    if (actor.kind !== 'user') throw permissionDenied(`${operation.label} is for a signed-in person, not for a key.`)
    requirePersonForCredentials(operation, actor)
    return
  }
  const isForAdministrators = permissions[permission] === 'administrator'
  const hasRole = hasPermission(actor, permission)
  if (!hasRole && actor.role === 'custom') {
    throw permissionDenied(`${operation.label} needs the permission ${permission}, which your role does not include.`)
  }
  if (isForAdministrators && !hasRole) throw permissionDenied(`${operation.label} is for administrators.`)
  if (isForAdministrators && actor.limits) {
    throw permissionDenied(`${operation.label} is not for a user or key that is limited to certain sites.`)
  }
  if (!hasRole || (actor.role === 'viewer' && operation.effect !== 'read')) {
    throw permissionDenied(`${operation.label} changes something; viewers may only read.`)
  }
  requirePersonForCredentials(operation, actor)
}

/** A key or a stored password that is lost must not become an account: see credential-rules.ts. */
function requirePersonForCredentials({ name, label }: Operation, actor: Actor): void {
  if (credentialRuleOf(name)?.person)
    requirePersonOrSystem(
      actor,
      `${label} needs a person who is signed in to the dashboard: an API key or a stored password is not enough.`,
    )
}

export function mayRun(operation: Operation, actor: Actor): boolean {
  try {
    requirePermission(operation, actor)
    return true
  } catch {
    return false
  }
}

/** Throws unless the actor may run at least one of the operations. */
export function requireOneOf(operations: readonly Operation[], actor: Actor): void {
  const [first] = operations
  if (first && !operations.some((operation) => mayRun(operation, actor))) requirePermission(first, actor)
}
