import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { userId } from '../users/user.ts'
import { requireAnotherAdministrator } from '../users/user-changes.ts'
import { deleteUserRow, requireUser } from '../users/user-store.ts'

export const deleteUser = operation({
  name: 'delete-user',
  summary: 'Delete a user with all sessions, application passwords and API keys.',
  effect: 'destroy',
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: userId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), login: z.string() }),
})
  .plans(async ({ id }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const user = await requireUser(db, id)
    await requireAnotherAdministrator(db, id)
    return { id, would_affect: [{ id, login: user.login }], warnings: ['API keys of this user stop working.'] }
  })
  .does(async ({ id }, context) => {
    await requireRightsToManageUsers(context.db, context.actor)
    const { login } = await changeAccess(context, id, async (trx) => {
      const user = await requireUser(trx, id)
      await requireAnotherAdministrator(trx, id, { lock: true })
      await deleteUserRow(trx, id)
      return user
    })
    return { deleted: true, id, login }
  })
