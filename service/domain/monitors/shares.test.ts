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
/** Simulates a process that did not renew its lease. */
const expireLease = async (holder: string) => {
  await service.db.pool.query(`update monitor_shares set held_until = now() - interval '1 second' where holder = $1`, [
    holder,
  ])
  await service.db.pool.query(`update monitor_workers set seen_until = now() - interval '1 second' where holder = $1`, [
    holder,
  ])
}

it('gives one process all shares', async () => {
  const alone = await join('one')
  expect((await alone.renew()).gained).toHaveLength(64)
  expect(await alone.renew()).toEqual({ gained: [], lost: [], surplus: [] })
})

it('divides the shares evenly between two processes, without overlap', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.renew()
  expect((await two.renew()).gained).toEqual([])
  const { surplus } = await one.renew()
  expect(surplus).toHaveLength(32)
  await one.release(surplus)
  expect((await two.renew()).gained).toHaveLength(32)
  expect([...one.held(), ...two.held()].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, share) => share))
})

it('moves the shares of a dead process to the others', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.renew()
  await expireLease('one')
  expect((await two.renew()).gained).toHaveLength(64)
  expect((await one.renew()).lost).toHaveLength(64)
  expect(one.held().size).toBe(0)
})

it('keeps the shares of a process whose expired lease was not taken', async () => {
  const one = await join('one')
  await one.renew()
  await expireLease('one')
  expect(await one.renew()).toEqual({ gained: [], lost: [], surplus: [] })
})

it('has no lease when it cannot renew', async () => {
  const one = await join('one')
  await one.renew()
  expect(one.hasLease()).toBe(true)
  service.clock.advance(6_000)
  expect(one.hasLease()).toBe(false)
  await one.renew()
  expect(one.hasLease()).toBe(true)
})

it('has no lease after its time when the clock is set back', async () => {
  const one = await join('one')
  await one.renew()
  service.clock.shift(-3_600_000)
  expect(one.hasLease()).toBe(true)
  service.clock.advance(6_000)
  expect(one.hasLease()).toBe(false)
  await one.renew()
  expect(one.hasLease()).toBe(true)
})

it('releases all shares at once when a process leaves', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.renew()
  await one.close()
  expect((await two.renew()).gained).toHaveLength(64)
})
