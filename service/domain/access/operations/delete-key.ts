import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
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
  .plans(async ({ id }, { db }) => {
    const { description } = await requireKey(db, id)
    const made = await listMadeKeys(db, id)
    const warnings = made.length > 0 ? ['Keys that were made with this key are deleted too.'] : []
    const affected = [{ id, description }, ...made.map((key) => ({ id: key.id, description: key.description }))]
    return { id, would_affect: affected, warnings }
  })
  .does(async ({ id }, { db }) => {
    const { description } = await requireKey(db, id)
    // Keys that it made go with it (foreign key), and can belong to other users.
    await reviseAccess(db, 'everyone', (trx) => removeKey(trx, id))
    return { deleted: true, id, description }
  })
