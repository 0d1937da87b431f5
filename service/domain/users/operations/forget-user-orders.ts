import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countOrdersBefore, forgetOrdersBefore } from '../order-store.ts'

const keptMs = 3 * 86_400_000

export const forgetUserOrders = operation({
  name: 'forget-user-orders',
  summary: 'Forget users and passwords that were to be set on sites more than three days ago.',
  effect: 'change',
  idempotent: true,
  permission: 'users.manage',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async (_, { db, clock }) => {
    const count = await countOrdersBefore(db, new Date(clock.now().getTime() - keptMs))
    return { would_affect: [{ orders: count }], count }
  })
  .does(async (_, { db, clock }) => ({
    forgotten: await forgetOrdersBefore(db, new Date(clock.now().getTime() - keptMs)),
  }))
