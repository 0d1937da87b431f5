import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { insertOrders } from '../user-order-store.ts'

const scene = setUpService()

it('deletes sealed orders after three days', async () => {
  const { clock, db, app } = scene.service
  const day = 86_400_000
  await insertOrders(scene.service, [{ password: 'one' }], clock.now())
  clock.advance(2 * day)
  await insertOrders(scene.service, [{ password: 'two' }], clock.now())
  expect((await app.run('forget-user-orders', {})).output).toEqual({ forgotten: 0 })
  clock.advance(day + 1)
  expect((await app.run('forget-user-orders', { dry_run: true })).output).toMatchObject({ count: 1 })
  expect((await app.run('forget-user-orders', {})).output).toEqual({ forgotten: 1 })
  expect(await db.selectFrom('user_orders').select('id').execute()).toEqual([{ id: 2 }])
})
