import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countExpiredFormerKeys, deleteExpiredFormerKeys } from '../connection/former-key-store.ts'

export const deleteExpiredSiteKeys = operation({
  name: 'delete-expired-site-keys',
  summary: 'Delete the keys that were stored for a week after the address of a site changed.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({}),
  output: z.object({ deleted: z.int() }),
})
  .plans(async (_, { db, clock }) => {
    const count = await countExpiredFormerKeys(db, clock.now())
    return { would_affect: [{ keys: count }], count }
  })
  .does(async (_, { db, clock }) => ({ deleted: await deleteExpiredFormerKeys(db, clock.now()) }))
