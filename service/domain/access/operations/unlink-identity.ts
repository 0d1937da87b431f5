import { z } from 'zod'
import { type Actor, requireUserId } from '../../../operation/actor.ts'
import { permissionDenied, ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { deleteIdentity, findIdentityOfUser } from '../oidc/identity-store.ts'
import { confirmOwnPassword } from '../passwords/check-password.ts'
import { presentedPassword } from '../users/user.ts'

const notLinked = () =>
  new ServiceError(
    'svc_identity_not_found',
    'missing',
    'Your user is not linked to an account at the identity provider.',
  )

/** Other people would keep the role of a group that they may lose at the provider. */
function requireAdministrator(actor: Actor): void {
  if (actor.role !== 'administrator' || actor.limits !== null)
    throw permissionDenied(
      'The groups of the identity provider decide your role. Ask an administrator to give you a password: that removes the link.',
    )
}

export const unlinkIdentity = operation({
  name: 'unlink-identity',
  summary:
    'Remove the link between your user and your account at the identity provider, as an administrator. Needs your password.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  stepUp: true,
  input: z.strictObject({ current_password: presentedPassword }),
  output: z.object({ unlinked: z.literal(true) }),
})
  .plans(async (_input, { db, actor }) => {
    const identity = await findIdentityOfUser(db, requireUserId(actor))
    if (identity) requireAdministrator(actor)
    return { would_affect: identity ? [{ issuer: identity.issuer }] : [] }
  })
  .does(async ({ current_password }, context) => {
    if (!(await findIdentityOfUser(context.db, requireUserId(context.actor)))) throw notLinked()
    requireAdministrator(context.actor)
    const { id } = await confirmOwnPassword(context, current_password)
    await changeAccess(context, id, async (trx) => {
      if (!(await deleteIdentity(trx, id))) throw notLinked()
    })
    return { unlinked: true }
  })
