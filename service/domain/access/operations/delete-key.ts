import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { keyId } from '../keys/key.ts'
import { requireWithinRights, rightsOfCallingKey } from '../keys/key-rights.ts'
import { deleteKeyRow, listMadeKeys, requireKey } from '../keys/key-store.ts'

export const deleteKey = operation({
  name: 'delete-key',
  summary: 'Delete an API key and the keys created with it; they stop working immediately.',
  effect: 'destroy',
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: keyId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), description: z.string() }),
})
  .plans(async ({ id }, { db, actor }) => {
    const key = await requireKey(db, id)
    requireWithinRights(key, await rightsOfCallingKey(db, actor))
    const { description } = key
    const created = await listMadeKeys(db, id)
    const warnings = created.length > 0 ? ['Keys created with this key are deleted too.'] : []
    const affected = [{ id, description }, ...created.map((key) => ({ id: key.id, description: key.description }))]
    return { id, would_affect: affected, warnings }
  })
  .does(async ({ id }, context) => {
    const { actor } = context
    // The foreign key also deletes keys created with it, which can belong to other users.
    const { description } = await changeAccess(context, 'everyone', async (trx) => {
      const key = await requireKey(trx, id, { lock: true })
      requireWithinRights(key, await rightsOfCallingKey(trx, actor, { lock: true }))
      await deleteKeyRow(trx, id)
      return key
    })
    return { deleted: true, id, description }
  })
