import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { findIdentityOfUser } from '../oidc/identity-store.ts'
import { ssoProblem } from '../oidc/oidc-settings.ts'
import { findOidcSettings } from '../oidc/oidc-settings-store.ts'
import { requireUser } from '../users/user-store.ts'

export const getOwnIdentity = operation({
  name: 'get-own-identity',
  summary: 'Show whether your user is linked to an account at the identity provider.',
  effect: 'read',
  permission: 'own',
  input: z.strictObject({}),
  output: z.object({
    available: z.boolean().describe('Whether single sign-on is on.'),
    provider: z.string().nullable(),
    linked: z.boolean(),
    has_password: z.boolean(),
    linked_at: timestamp.nullable(),
    last_sign_in_at: timestamp.nullable(),
  }),
}).does(async (_input, context) => {
  const { db, actor } = context
  const user = await requireUser(db, requireUserId(actor))
  const settings = await findOidcSettings(db)
  const identity = await findIdentityOfUser(db, user.id)
  return {
    available: ssoProblem(settings, context) === null,
    provider: settings.enabled ? settings.name : null,
    linked: identity !== undefined,
    has_password: user.has_password,
    linked_at: isoTime(identity?.created_at ?? null),
    last_sign_in_at: isoTime(identity?.last_sign_in_at ?? null),
  }
})
