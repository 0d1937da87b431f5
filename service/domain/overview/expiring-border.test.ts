import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const query = (text: string, values: unknown[]) => fixture.service.db.pool.query(text, values)

beforeEach(() => seedSites(fixture.service.db, 1))

/** It is 12:00 UTC on 15 November: 01:00 on 16 November in Auckland, 04:00 on 15 November in Los Angeles. */
async function setZone(zone: string) {
  fixture.service.clock.advance(3 * 3_600_000)
  await rest('PATCH /settings/general/edit', { timezone_string: zone })
}

it.each([
  ['Pacific/Auckland', '2026-12-16T10:00:00Z', 30, 'expiring'],
  ['Pacific/Auckland', '2026-12-16T12:00:00Z', 31, 'valid'],
  ['America/Los_Angeles', '2026-12-16T05:00:00Z', 30, 'expiring'],
  ['America/Los_Angeles', '2026-12-16T09:00:00Z', 31, 'valid'],
])('counts the days of a certificate in %s until %s', async (zone, validTo, days, state) => {
  await setZone(zone)
  await query(
    `insert into ssl_checks (site_id, url, outcome, checked_at, seen_at, valid_from, valid_to, problems)
     values (1, 'https://site-1.example/', 'seen', '2026-11-15', '2026-11-15', '2026-10-01', $1, '{}')`,
    [validTo],
  )
  const { data } = (await rest('GET /ssl-monitor/certificates')).body
  expect([data[0].days_left, data[0].status]).toEqual([days, state])
  const { certificates } = (await rest('GET /overview')).body.data
  expect(certificates).toMatchObject({
    within_30_days: days <= 30 ? 1 : 0,
    items: days <= 30 ? [{ days_left: days }] : [],
  })
  const week = { valid_to: new Date(Date.parse(validTo) - 23 * 86_400_000) }
  await query('update ssl_checks set valid_to = $1', [week.valid_to])
  const soon = (await rest('GET /overview')).body.data.certificates
  expect(soon.within_7_days).toBe(days - 23 <= 7 ? 1 : 0)
})

it.each([
  ['Pacific/Auckland', '2026-12-16', 30, 'expiring'],
  ['Pacific/Auckland', '2026-12-17', 31, 'active'],
  ['America/Los_Angeles', '2026-12-15', 30, 'expiring'],
  ['America/Los_Angeles', '2026-12-16', 31, 'active'],
])('counts the days of a domain in %s until %s', async (zone, day, days, state) => {
  await setZone(zone)
  await query(
    `insert into domains (name, next_at, outcome, checked_at, seen_at, expires_at)
     values ('site-1.example', now(), 'found', '2026-11-15', '2026-11-15', $1)`,
    [day],
  )
  await query(`insert into site_domains (site_id, url, domain) values (1, $1, 'site-1.example')`, [
    'https://site-1.example/',
  ])
  const { data } = (await rest('GET /domain-monitor/profiles')).body
  const [profile] = Object.values<{ days_left: number; status: string }>(data)
  expect([profile?.days_left, profile?.status]).toEqual([days, state])
  const { domains } = (await rest('GET /overview')).body.data
  expect(domains).toMatchObject({ within_30_days: days <= 30 ? 1 : 0, items: days <= 30 ? [{ days_left: days }] : [] })
})
