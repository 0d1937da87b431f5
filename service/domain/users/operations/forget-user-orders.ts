import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countOrdersBefore, deleteOrdersBefore } from '../user-order-store.ts'

const retentionMs = 3 * 86_400_000

export const forgetUserOrders = operation({
  name: 'forget-user-orders',
  summary: 'Delete the stored input of jobs that create users or set passwords, three days after it was sent.',
  effect: 'change',
  idempotent: true,
  permission: 'users.manage',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async (_, { db, clock }) => {
    const count = await countOrdersBefore(db, new Date(clock.now().getTime() - retentionMs))
    return { would_affect: [{ orders: count }], count }
  })
  .does(async (_, { db, clock }) => ({
    forgotten: await deleteOrdersBefore(db, new Date(clock.now().getTime() - retentionMs)),
  }))
