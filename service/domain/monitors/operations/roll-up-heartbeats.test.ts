import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const rollUp = async () => (await fixture.service.app.run('roll-up-heartbeats', {})).output
const count = async (table: 'monitor_hours' | 'monitor_days' | 'monitor_day_beats') =>
  (await fixture.service.db.pool.query(`select count(*) as count from ${table}`)).rows[0].count
const total = async () => (await rest('GET /monitors/1/heartbeat')).body.total
const figures = async () => (await rest('GET /monitors/1')).body.data

// It is 2026-11-15T09:00:00Z.
beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await seedChecks(fixture.service, 1, [
    ['9d', 'good', { ms: 50 }],
    ['60h', 'good'],
    ['59h', 'bad'],
    ['58h', 'good', { ms: 500 }],
    ['30h', 'good'],
    ['1h', 'good'],
  ])
})

it('merges the hours of a past day into one day', async () => {
  expect(await rollUp()).toEqual({ days: 2 })
  const days = await fixture.service.db.selectFrom('monitor_days').selectAll().orderBy('day').execute()
  expect(days).toEqual([
    { site_id: 1, day: '2026-11-06', up: 1, down: 0, pending: 0, total_ms: 50, min_ms: 50, max_ms: 50 },
    { site_id: 1, day: '2026-11-12', up: 2, down: 1, pending: 0, total_ms: 620, min_ms: 120, max_ms: 500 },
  ])
})

it('leaves today and yesterday unchanged', async () => {
  await rollUp()
  expect(await count('monitor_hours')).toBe(2)
})

it('changes no figure and loses no check', async () => {
  const before = await figures()
  await rollUp()
  const after = await figures()
  expect(await total()).toBe(6)
  expect({ ...after, heartbeats: [] }).toEqual({ ...before, heartbeats: [] })
})

describe('running again', () => {
  it('changes nothing', async () => {
    await rollUp()
    const before = await figures()
    expect(await rollUp()).toEqual({ days: 0 })
    expect(await figures()).toEqual(before)
  })

  it('adds later checks to their day', async () => {
    await rollUp()
    await seedChecks(fixture.service, 1, [['57.5h', 'good']])
    expect(await rollUp()).toEqual({ days: 1 })
    expect(await total()).toBe(7)
    expect(await count('monitor_day_beats')).toBe(2)
    const [, day] = await fixture.service.db.selectFrom('monitor_days').select('up').orderBy('day').execute()
    expect(day).toEqual({ up: 3 })
  })

  it('catches up after days without a run', async () => {
    fixture.service.clock.advance(30 * 86_400_000)
    expect(await rollUp()).toEqual({ days: 4 })
    expect(await count('monitor_hours')).toBe(0)
  })
})

it('loses nothing when two run at the same time', async () => {
  await Promise.all([rollUp(), rollUp(), rollUp()])
  expect(await total()).toBe(6)
})

it('handles more sites than one batch', async () => {
  await seedSites(fixture.service.db, 120, (number) => ({ url: `https://more-${number}.example/` }))
  await fixture.service.db.pool.query(
    `insert into monitor_hours select site_id, '2026-11-01T10:00:00Z', 1, 0, 0, 1, 1, 1, '\\x0100010100000000' from monitors on conflict do nothing`,
  )
  expect(await rollUp()).toEqual({ days: 2 + 122 })
})

it('reports in a dry run which hours would become days', async () => {
  const { output } = await fixture.service.app.run('roll-up-heartbeats', { dry_run: true })
  expect(output).toMatchObject({
    dry_run: true,
    warnings: ['Hours before 2026-11-14T00:00:00.000Z would become days.'],
  })
  expect(await count('monitor_days')).toBe(0)
})
