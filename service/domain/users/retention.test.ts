import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { insertOrders } from './user-order-store.ts'

const fixture = setUpService()

it('deletes sealed orders after three days, and no sooner', async () => {
  const { clock, db, app } = fixture.service
  const day = 86_400_000
  await insertOrders(fixture.service, [{ password: 'one' }], clock.now())
  clock.advance(2 * day)
  await insertOrders(fixture.service, [{ password: 'two' }], clock.now())
  expect(await app.deleteOldRows()).toEqual({})
  clock.advance(day + 1)
  expect(await app.deleteOldRows()).toEqual({ user_orders: 1 })
  expect(await db.selectFrom('user_orders').select('id').execute()).toEqual([{ id: 2 }])
})
