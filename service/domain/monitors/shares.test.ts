import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { joinShares } from './shares.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

const join = (holder: string) => joinShares(service.db, service.clock, holder)
/** As if the process had been silent for as long as its lease lasts. */
const fallSilent = async (holder: string) => {
  await service.db.pool.query(`update monitor_shares set held_until = now() - interval '1 second' where holder = $1`, [
    holder,
  ])
  await service.db.pool.query(`update monitor_workers set seen_until = now() - interval '1 second' where holder = $1`, [
    holder,
  ])
}

it('one process takes all', async () => {
  const alone = await join('one')
  expect((await alone.renew()).gained).toHaveLength(64)
  expect(await alone.renew()).toEqual({ gained: [], lost: [], surplus: [] })
})

it('two divide them fairly, and no share is held twice', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.renew()
  expect((await two.renew()).gained).toEqual([])
  const { surplus } = await one.renew()
  expect(surplus).toHaveLength(32)
  await one.giveUp(surplus)
  expect((await two.renew()).gained).toHaveLength(32)
  expect([...one.held(), ...two.held()].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, share) => share))
})

it('what a dead process held goes to the others', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.renew()
  await fallSilent('one')
  expect((await two.renew()).gained).toHaveLength(64)
  expect((await one.renew()).lost).toHaveLength(64)
  expect(one.held().size).toBe(0)
})

it('a process that was silent but not missed goes on with what it had', async () => {
  const one = await join('one')
  await one.renew()
  await fallSilent('one')
  expect(await one.renew()).toEqual({ gained: [], lost: [], surplus: [] })
})

it('one that cannot renew is no longer sure', async () => {
  const one = await join('one')
  await one.renew()
  expect(one.isSure()).toBe(true)
  service.clock.advance(6_000)
  expect(one.isSure()).toBe(false)
  await one.renew()
  expect(one.isSure()).toBe(true)
})

it('one that leaves hands everything over at once', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.renew()
  await one.close()
  expect((await two.renew()).gained).toHaveLength(64)
})
