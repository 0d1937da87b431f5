import type { Context } from '../../operation/context.ts'
import { credentialSettings } from '../../operation/credential-rules.ts'
import { permissionDenied } from '../../operation/errors.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { requireStepUp } from '../../operation/require-permission.ts'
import { requirePersonOrSystem } from '../../operation/require-person-or-system.ts'
import type { Db } from '../../platform/database/database.ts'
import { announceAccessProtection } from '../events/index.ts'

const findCredentialSetting = (group: string, keys: readonly string[]) =>
  keys.find((key) => Object.hasOwn(credentialSettings, `${group}.${key}`))

/** Settings that weaken credentials are for administrators who are signed in; other callers may change the rest of their group. */
export function requireMayChange({ actor }: Pick<Context, 'actor'>, group: string, keys: readonly string[]): void {
  const found = findCredentialSetting(group, keys)
  if (found === undefined) return
  if (!hasPermission(actor, 'access.manage'))
    throw permissionDenied(`${found} protects the access of everyone: only administrators may change it.`)
  requirePersonOrSystem(
    actor,
    `${found} protects the access of everyone, so changing it needs a person who is signed in to the dashboard: an API key or a stored password is not enough. Leave it out to change the other settings.`,
  )
}

/** The same with a fresh password or factor, and a notice to the administrators together with the change. */
export async function admitChange(
  context: Pick<Context, 'actor' | 'clock' | 'queue'>,
  trx: Db,
  group: string,
  keys: readonly string[],
): Promise<void> {
  requireMayChange(context, group, keys)
  if (findCredentialSetting(group, keys) === undefined) return
  requireStepUp({ stepUp: true, label: 'This setting' }, context.actor, context.clock)
  await announceAccessProtection(context, trx, group === 'sign-in' ? 'sign-in' : 'query-credentials')
}
