import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { keyId } from '../key.ts'
import { deleteKey as removeKey, requireKey } from '../key-store.ts'
import { reviseAccess } from '../revocation.ts'

export const deleteKey = operation({
  name: 'delete-key',
  summary: 'Delete an API key; it stops working at once.',
  effect: 'destroy',
  permission: 'access.manage',
  input: z.strictObject({ id: keyId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), description: z.string() }),
})
  .plans(async ({ id }, { db }) => {
    const { description } = await requireKey(db, id)
    return { id, would_affect: [{ id, description }] }
  })
  .does(async ({ id }, { db }) => {
    const { user_id, description } = await requireKey(db, id)
    await reviseAccess(db, user_id, (trx) => removeKey(trx, id))
    return { deleted: true, id, description }
  })
