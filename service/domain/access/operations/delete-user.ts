import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { countOwned, requireRecipient, transferOwned, transferTo } from '../users/transfer.ts'
import { userId } from '../users/user.ts'
import { requireAnotherAdministrator } from '../users/user-changes.ts'
import { deleteUserRow, requireUser } from '../users/user-store.ts'

export const deleteUser = operation({
  name: 'delete-user',
  summary:
    'Delete a user with all sessions, application passwords and API keys. transfer_to gives the keys, invitations and notification channels to another user first.',
  effect: 'destroy',
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: userId, transfer_to: transferTo }),
  output: z.object({ deleted: z.literal(true), id: z.int(), login: z.string() }),
})
  .plans(async ({ id, transfer_to }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const user = await requireUser(db, id)
    await requireAnotherAdministrator(db, id)
    if (transfer_to !== undefined) await requireRecipient(db, id, transfer_to)
    const owned = await countOwned(db, id)
    const warnings = transfer_to === undefined ? ['API keys and notification channels of this user stop working.'] : []
    return { id, would_affect: [{ id, login: user.login }], owned, warnings }
  })
  .does(async ({ id, transfer_to }, context) => {
    await requireRightsToManageUsers(context.db, context.actor)
    const { login } = await changeAccess(context, 'everyone', async (trx) => {
      const user = await requireUser(trx, id)
      await requireAnotherAdministrator(trx, id, { lock: true })
      if (transfer_to !== undefined) await transferOwned(trx, id, transfer_to, context.clock.now())
      await deleteUserRow(trx, id)
      return user
    })
    return { deleted: true, id, login }
  })
