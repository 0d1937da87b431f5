import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { userApplicationPasswordNotFound } from '../access-errors.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { deleteApplicationPassword, findApplicationPassword } from '../passwords/application-password-store.ts'
import { userId } from '../users/user.ts'

export const revokeUserApplicationPassword = operation({
  name: 'revoke-user-application-password',
  summary: 'Revoke an application password of a user; it stops working immediately.',
  effect: 'destroy',
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: userId, application_password_id: z.int().min(1) }),
  output: z.object({ revoked: z.literal(true), id: z.int(), application_password_id: z.int() }),
})
  .plans(async ({ id, application_password_id }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const found = await findApplicationPassword(db, id, application_password_id)
    if (!found) throw userApplicationPasswordNotFound(id, application_password_id)
    return { id, would_affect: [{ id: found.id, name: found.name }] }
  })
  .does(async ({ id, application_password_id }, context) => {
    await requireRightsToManageUsers(context.db, context.actor)
    await changeAccess(context, id, async (trx) => {
      const deleted = await deleteApplicationPassword(trx, id, application_password_id)
      if (!deleted) throw userApplicationPasswordNotFound(id, application_password_id)
    })
    return { revoked: true, id, application_password_id }
  })
