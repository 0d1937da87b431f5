import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { applicationPasswordNotFound } from '../access-errors.ts'
import { deleteApplicationPassword, findApplicationPassword } from '../passwords/application-password-store.ts'

export const revokeApplicationPassword = operation({
  name: 'revoke-application-password',
  summary: 'Revoke one of your own application passwords; it stops working immediately.',
  effect: 'destroy',
  audit: 'own-transaction',
  permission: 'own',
  // Ending access must stay quick.
  stepUp: false,
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ revoked: z.literal(true), id: z.int() }),
})
  .plans(async ({ id }, { db, actor }) => {
    const found = await findApplicationPassword(db, requireUserId(actor), id)
    if (!found) throw applicationPasswordNotFound(id)
    return { id, would_affect: [{ id, name: found.name }] }
  })
  .does(async ({ id }, context) => {
    const userId = requireUserId(context.actor)
    await changeAccess(context, userId, async (trx) => {
      if (!(await deleteApplicationPassword(trx, userId, id))) throw applicationPasswordNotFound(id)
    })
    return { revoked: true, id }
  })
