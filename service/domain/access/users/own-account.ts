import { z } from 'zod'
import { keyScopes } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { permissionsOf } from '../../../operation/require-permission.ts'
import { csrfTokenOf } from '../sessions/session.ts'
import { userRole } from './role.ts'
import { toUserRecord, userRecord } from './user.ts'
import { findUser } from './user-store.ts'

export const OwnAccount = z.object({
  kind: z.enum(['user', 'key', 'system']),
  user: userRecord.nullable(),
  key_id: z.int().nullable(),
  role: userRole,
  permissions: z.array(z.string()),
  scopes: z.array(z.enum(keyScopes)),
  limits: z.object({ site_ids: z.array(z.int()), tag_ids: z.array(z.int()), client_ids: z.array(z.int()) }).nullable(),
  must_change_password: z.boolean(),
  must_set_up_factor: z.boolean(),
  csrf_token: z.string().nullable(),
})

/** The caller and its rights. */
export async function ownAccount({ db, access, actor }: Pick<Context, 'db' | 'access' | 'actor'>) {
  if (actor.kind === 'nobody') throw permissionDenied('Sign in first.')
  const user = actor.userId === null ? undefined : await findUser(db, actor.userId)
  return {
    kind: actor.kind,
    user: user ? toUserRecord(user) : null,
    key_id: actor.keyId,
    role: actor.role,
    permissions: permissionsOf(actor),
    scopes: [...actor.scopes],
    limits: actor.limits && {
      site_ids: actor.limits.sites,
      tag_ids: actor.limits.tags,
      client_ids: actor.limits.clients,
    },
    must_change_password: actor.kind === 'user' && user?.must_change_password === true,
    must_set_up_factor: actor.mustSetUpFactor === true,
    csrf_token: actor.sessionId && csrfTokenOf(access.hashingKey, actor.sessionId),
  }
}
