import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { ServiceError } from '../../../operation/errors.ts'
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

export const unlinkIdentity = operation({
  name: 'unlink-identity',
  summary: 'Remove the link between your user and your account at the identity provider. Needs your password.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({ current_password: presentedPassword }),
  output: z.object({ unlinked: z.literal(true) }),
})
  .plans(async (_input, { db, actor }) => {
    const identity = await findIdentityOfUser(db, requireUserId(actor))
    return { would_affect: identity ? [{ issuer: identity.issuer }] : [] }
  })
  .does(async ({ current_password }, context) => {
    const { id } = await confirmOwnPassword(context, current_password)
    await changeAccess(context, id, async (trx) => {
      if (!(await deleteIdentity(trx, id))) throw notLinked()
    })
    return { unlinked: true }
  })
