import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { joinShares, type Shares } from './shares.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => {
  lost.length = 0
  return service.reset()
})
afterAll(() => service.close())

let elapsedMs = 0
const log = createLog('silent')
const lost: number[] = []
const join = (holder: string) => {
  const { db, clock } = service
  return joinShares({ db, clock, log, stopwatch: () => elapsedMs }, holder, (share) => lost.push(share))
}
/** Lets the leases be renewed. */
const pass = async (milliseconds: number, ...all: Shares[]) => {
  elapsedMs += milliseconds
  service.clock.advance(milliseconds)
  for (const shares of all) await shares.settled()
}
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
  expect((await alone.balance()).gained).toHaveLength(64)
  expect(await alone.balance()).toEqual({ gained: [], surplus: [] })
})

it('divides the shares evenly between two processes, without overlap', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.balance()
  expect((await two.balance()).gained).toEqual([])
  const { surplus } = await one.balance()
  expect(surplus).toHaveLength(32)
  await one.release(surplus)
  expect((await two.balance()).gained).toHaveLength(32)
  expect([...one.held(), ...two.held()].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, share) => share))
})

it('moves the shares of a dead process to the others, and aborts its checks', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.balance()
  const signal = one.signalOf(7)
  await expireLease('one')
  expect((await two.balance()).gained).toHaveLength(64)
  expect(signal.aborted).toBe(false)
  await pass(2_000, one, two)
  expect(one.held().size).toBe(0)
  expect(lost).toHaveLength(64)
  expect(signal.aborted).toBe(true)
  expect(one.signalOf(7).aborted).toBe(true)
  expect(two.held().size).toBe(64)
})

it('keeps the shares of a process whose expired lease was not taken', async () => {
  const one = await join('one')
  await one.balance()
  await expireLease('one')
  await pass(2_000, one)
  expect(one.held().size).toBe(64)
  expect(await one.balance()).toEqual({ gained: [], surplus: [] })
})

it('has no lease when it cannot renew, also if the clock is set back, and takes the shares again', async () => {
  const one = await join('one')
  await one.balance()
  service.clock.shift(-3_600_000)
  await service.db.pool.query('alter table monitor_shares rename to monitor_shares_elsewhere')
  try {
    await pass(2_000, one)
    await pass(2_000, one)
    expect([one.hasLease(), one.held().size]).toEqual([true, 64])
    elapsedMs += 2_000
    expect(one.hasLease()).toBe(false)
    service.clock.advance(2_000)
    expect(one.held().size).toBe(0)
  } finally {
    await service.db.pool.query('alter table monitor_shares_elsewhere rename to monitor_shares')
  }
  await one.settled()
  expect((await one.balance()).gained).toHaveLength(64)
  expect(one.hasLease()).toBe(true)
})

it('releases all shares at once when a process leaves', async () => {
  const [one, two] = [await join('one'), await join('two')]
  await one.balance()
  await one.close()
  expect((await two.balance()).gained).toHaveLength(64)
})
