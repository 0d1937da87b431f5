import { expect, it } from 'vitest'
import { createLog } from '../platform/log.ts'
import { setUpService } from '../testing/people.ts'
import { seedSites } from '../testing/seed-sites.ts'
import { applyRetention, type RetentionRule } from './retention.ts'
import type { Settings } from './settings.ts'

const fixture = setUpService()
const day = 86_400_000
const rule: RetentionRule = { table: 'user_orders', keepDays: 3, column: 'created_at' }
const run = (rules: RetentionRule[], limits?: Parameters<typeof applyRetention>[2]) => {
  const { db, clock, logged } = fixture.service
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) })
  const settings = { get: () => ({ svc_uptime_monitoring_retention_days: 2 }) } as unknown as Settings
  return applyRetention(rules, { db, clock, settings, log }, limits)
}
const insertOrders = (count: number, days: number) =>
  fixture.service.db.pool.query(
    `insert into user_orders (content, created_at) select 'sealed', $1::timestamptz from generate_series(1, $2)`,
    [new Date(fixture.service.clock.now().getTime() - days * day), count],
  )
const countOrders = async () => (await fixture.service.db.selectFrom('user_orders').select('id').execute()).length

it('deletes in batches until nothing old is left', async () => {
  await insertOrders(7, 4)
  await insertOrders(2, 1)
  expect(await run([rule], { batchRows: 3, batchesPerRule: 10 })).toEqual({ user_orders: 7 })
  expect(await countOrders()).toBe(2)
})

it('leaves the rest for the next run after the given number of batches', async () => {
  await insertOrders(7, 4)
  expect(await run([rule], { batchRows: 2, batchesPerRule: 2 })).toEqual({ user_orders: 4 })
  expect(await countOrders()).toBe(3)
})

it('continues with the next rule when one fails, and reports the failure', async () => {
  await insertOrders(1, 4)
  const failing: RetentionRule = { table: 'jobs', keepDays: 1, delete: () => Promise.reject(new Error('no space')) }
  await expect(run([failing, rule])).rejects.toThrow('Old rows could not be deleted from jobs.')
  expect(await countOrders()).toBe(0)
  expect(fixture.service.logged).toMatchObject([
    { table: 'jobs', err: { message: 'no space' } },
    { deleted: { user_orders: 1 } },
  ])
})

it('reads the age from the settings', async () => {
  await insertOrders(1, 1)
  await insertOrders(1, 3)
  const keepDays = (settings: Settings) => settings.get('monitoring').svc_uptime_monitoring_retention_days
  expect(await run([{ ...rule, keepDays }])).toEqual({ user_orders: 1 })
})

it('compares a date with the day in UTC', async () => {
  const { db, clock } = fixture.service
  await seedSites(db, 1)
  const dayBefore = (days: number) => new Date(clock.now().getTime() - days * day).toISOString().slice(0, 10)
  await db.pool.query(`insert into monitor_day_beats (site_id, day, beats) select 1, unnest($1::date[]), ''`, [
    [dayBefore(3), dayBefore(2), dayBefore(1)],
  ])
  expect(await run([{ table: 'monitor_day_beats', keepDays: 2, column: 'day' }])).toEqual({ monitor_day_beats: 1 })
  const left = await db.selectFrom('monitor_day_beats').select('day').orderBy('day').execute()
  expect(left).toEqual([{ day: dayBefore(2) }, { day: dayBefore(1) }])
})
