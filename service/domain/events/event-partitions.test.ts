import { Client } from 'pg'
import { expect, it } from 'vitest'
import { retentionRules } from '../../catalogue.ts'
import { applyRetention } from '../../operation/retention.ts'
import { setUpService } from '../../testing/people.ts'
import { deleteOldEvents, ensureEventPartitions } from './event-partitions.ts'
import { publishEvents } from './publish-events.ts'
import { readEventsAfter } from './read-events.ts'

const fixture = setUpService({ serves: false })
const week = 7 * 86_400_000

const context = () => fixture.service.app.context
const ensure = () => ensureEventPartitions({ ...context(), clock: fixture.service.clock })
const publish = (siteId: number) =>
  publishEvents(fixture.service.db, [{ type: 'site.added', siteId, data: { by: 'ada' } }], fixture.service.clock.now())
const eventsByTable = async () => {
  const { rows } = await fixture.service.db.pool.query<{ name: string; sites: number[] }>(
    `select tableoid::regclass::text as name, array_agg(site_id order by site_id) as sites from events group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, sites }) => [name, sites]))
}
const partitions = async () => {
  const { rows } = await fixture.service.db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`,
  )
  return rows.map(({ name }) => name)
}
const applyRules = () => {
  const rules = retentionRules.filter(({ table }) => table === 'events' || table === 'event_keys')
  return applyRetention(rules, { ...context(), clock: fixture.service.clock })
}

it('are created for this week and four weeks ahead, and events of a week are stored in its partition', async () => {
  // The clock of tests starts on Sunday, 2026-11-15.
  await ensure()
  await ensure()
  expect(await partitions()).toEqual(
    expect.arrayContaining(['events_default', 'events_from_2026_11_09', 'events_from_2026_12_07']),
  )
  await publish(1)
  fixture.service.clock.advance(week)
  await publish(2)
  expect(await eventsByTable()).toEqual({ events_from_2026_11_09: [1], events_from_2026_11_16: [2] })
})

it('take the events of their week from the default partition, with their positions', async () => {
  fixture.service.clock.advance(60 * week)
  await publish(1)
  const before = await readEventsAfter(fixture.service.db, 0, { limit: 10 })
  expect(Object.keys(await eventsByTable())).toEqual(['events_default'])
  await ensure()
  expect(Object.keys(await eventsByTable())).toEqual(['events_from_2028_01_03'])
  expect(await readEventsAfter(fixture.service.db, 0, { limit: 10 })).toEqual(before)
})

it('are dropped 90 days after their week, with events that have no partition', async () => {
  fixture.service.clock.advance(-100 * week)
  await publish(1)
  fixture.service.clock.advance(100 * week)
  await ensure()
  await publish(2)
  fixture.service.clock.advance(12 * week)
  await ensure()
  await publish(3)
  expect(await applyRules()).toEqual({ events: 1 })
  expect((await readEventsAfter(fixture.service.db, 0, { limit: 10 })).map(({ site_id }) => site_id)).toEqual([2, 3])
  fixture.service.clock.advance(week)
  expect(await applyRules()).toEqual({ events: 1 })
  expect(await partitions()).not.toContain('events_from_2026_11_09')
  expect((await readEventsAfter(fixture.service.db, 0, { limit: 10 })).map(({ site_id }) => site_id)).toEqual([3])
})

it('are neither created nor dropped while another transaction uses them, and later then', async () => {
  await ensure()
  await publish(1)
  const user = new Client({ connectionString: fixture.service.connectionString })
  await user.connect()
  await user.query('begin')
  await user.query('select from events')
  fixture.service.clock.advance(30 * week)
  const before = new Date(fixture.service.clock.now().getTime() - 90 * 86_400_000)
  expect(await deleteOldEvents(fixture.service.db, before, 100)).toBe(0)
  await ensure()
  expect(await partitions()).not.toContain('events_from_2027_06_07')
  await user.query('commit')
  await user.end()
  await ensure()
  expect(await partitions()).toContain('events_from_2027_06_07')
  expect(await deleteOldEvents(fixture.service.db, before, 100)).toBe(1)
})
