import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { listCompatibleKeys } from '../keys/compatible-pair-store.ts'
import { keyRecord, toKeyRecord } from '../keys/key.ts'
import { listKeyRows } from '../keys/key-store.ts'
import { userId } from '../users/user.ts'

const ListedKey = keyRecord.extend({ compatible: z.boolean().describe('It has a ck_/cs_ pair.') })

export const listKeys = operation({
  name: 'list-keys',
  summary: 'List the API keys with their rights and last use. The keys themselves are never shown again.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({ page, per_page: perPage(), user_id: userId.optional(), active: z.boolean().optional() }),
  output: z.object({ keys: z.array(ListedKey), total: z.int(), page: z.int(), per_page: z.int() }),
}).does(async ({ page, per_page, user_id, active }, { db }) => {
  const { keys, total } = await listKeyRows(db, { userId: user_id, active }, page, per_page)
  const compatible = await listCompatibleKeys(
    db,
    keys.map(({ id }) => id),
  )
  const listed = keys.map((key) => ({ ...toKeyRecord(key), compatible: compatible.has(key.id) }))
  return { keys: listed, total, page, per_page }
})
