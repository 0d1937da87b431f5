import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { countOwned, describeOwned, ownedRecord, requireRecipient, transferOwned } from '../users/transfer.ts'
import { userId } from '../users/user.ts'
import { requireUser } from '../users/user-store.ts'

export const transferUser = operation({
  name: 'transfer-user',
  summary:
    'Give the API keys, open invitations and notification channels of a user to another user. Keys and channels that would get more rights from the new owner are switched off.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: userId, transfer_to: userId }),
  output: z.object({ id: z.int(), transfer_to: z.int(), moved: ownedRecord, switched_off: z.int() }),
  results: ({ moved }) => ({
    done: Object.values(moved).reduce((sum, each) => sum + each, 0),
    errors: [],
    label: ['record transferred', 'records transferred'],
  }),
})
  .plans(async ({ id, transfer_to }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    await requireUser(db, id)
    await requireRecipient(db, id, transfer_to)
    const owned = await countOwned(db, id)
    const count = Object.values(owned).reduce((sum, each) => sum + each, 0)
    return { id, transfer_to, would_affect: describeOwned(owned), count }
  })
  .does(async ({ id, transfer_to }, context) => {
    await requireRightsToManageUsers(context.db, context.actor)
    return changeAccess(context, 'everyone', async (trx) => {
      await requireUser(trx, id)
      const { switched_off, ...moved } = await transferOwned(trx, id, transfer_to, context.clock.now())
      return { id, transfer_to, moved, switched_off }
    })
  })
