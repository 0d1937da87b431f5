import { z } from 'zod'
import { type Actor, requireUserId } from '../../../operation/actor.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { findIdentityOfUser } from '../oidc/identity-store.ts'
import { alreadyLinked } from '../oidc/oidc-errors.ts'
import { beginLogin } from '../oidc/oidc-login.ts'
import { confirmOwnPassword } from '../passwords/check-password.ts'
import { presentedPassword } from '../users/user.ts'
import { requireAnotherAdministrator } from '../users/user-changes.ts'

export const beginIdentityLink = operation({
  name: 'begin-identity-link',
  summary:
    'Start linking your user to your account at the identity provider. From then on its groups decide your role. Needs your password.',
  effect: 'change',
  permission: 'own',
  stepUp: true,
  input: z.strictObject({ current_password: presentedPassword }),
  output: z.object({ redirect_to: z.string() }),
})
  .plans(async (_input, { db, actor }) => {
    await requireAnotherAdministrator(db, requireUserId(actor))
    return { would_affect: [{ id: actor.userId }] }
  })
  .does(async ({ current_password }, context) => {
    const { db, actor } = context
    const { id } = await confirmOwnPassword(context, current_password)
    // Otherwise no administrator could sign in while the provider is down.
    await requireAnotherAdministrator(db, id)
    if (await findIdentityOfUser(db, id)) throw alreadyLinked()
    const browser = requireSessionId(actor)
    return { redirect_to: await beginLogin(context, { browser, userId: id, returnTo: '/account' }) }
  })

function requireSessionId({ sessionId }: Actor): string {
  if (sessionId === null) throw permissionDenied('Link your user in the dashboard, after signing in.')
  return sessionId
}
