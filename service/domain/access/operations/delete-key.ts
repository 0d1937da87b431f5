import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireWithin, rightsOfMaker } from '../handing-out.ts'
import { keyId } from '../key.ts'
import { listMadeKeys, deleteKey as removeKey, requireKey } from '../key-store.ts'
import { reviseAccess } from '../revocation.ts'

export const deleteKey = operation({
  name: 'delete-key',
  summary: 'Delete an API key and the keys that were made with it; they stop working at once.',
  effect: 'destroy',
  permission: 'access.manage',
  input: z.strictObject({ id: keyId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), description: z.string() }),
})
  .plans(async ({ id }, { db, actor }) => {
    const key = await requireKey(db, id)
    requireWithin(key, await rightsOfMaker(db, actor))
    const { description } = key
    const made = await listMadeKeys(db, id)
    const warnings = made.length > 0 ? ['Keys that were made with this key are deleted too.'] : []
    const affected = [{ id, description }, ...made.map((key) => ({ id: key.id, description: key.description }))]
    return { id, would_affect: affected, warnings }
  })
  .does(async ({ id }, { db, actor }) => {
    // Keys that it made go with it (foreign key), and can belong to other users.
    const { description } = await reviseAccess(db, 'everyone', async (trx) => {
      const key = await requireKey(trx, id, { lock: true })
      requireWithin(key, await rightsOfMaker(trx, actor, { lock: true }))
      await removeKey(trx, id)
      return key
    })
    return { deleted: true, id, description }
  })
