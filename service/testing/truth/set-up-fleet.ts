import { startFleet } from '../../../simulator/index.ts'
import { warnOfDomainExpiry } from '../../domain/domain-monitor/warn.ts'
import { warnOfCertificateExpiry } from '../../domain/ssl-monitor/warn.ts'
import { utcDay } from '../../platform/calendar.ts'
import { callers } from '../callers.ts'
import { seedConnectedFleet } from '../connected-fleet.ts'
import { type FleetState, fleets } from '../fleet-states.ts'
import { seedPeople } from '../people.ts'
import { switchSoakOff } from '../switch-soak-off.ts'
import type { TestService } from '../test-service.ts'
import type { TruthFixture } from './read-place.ts'

/** The sites in trouble also have a certificate and a domain that expire, and poor health. */
const troubled: Partial<Record<FleetState, number>> = { 'some failed': 1, 'all failed': 3 }

/** Creates the state; three sites of the client Acme. */
export async function setUpFleet(
  service: TestService,
  state: FleetState,
): Promise<TruthFixture & { close(): Promise<void> }> {
  await service.reset()
  // The clock of these tests stands still.
  await switchSoakOff(service)
  const people = await seedPeople(service)
  const fleet = await startFleet({ sites: 3, seed: 5, baseAddress: '127.90.0.1', payload: 4_000 })
  const sites = await seedConnectedFleet(service, fleet)
  await service.app.run('add-client', { name: 'Acme' })
  await service.db.updateTable('sites').set({ client_id: 1 }).execute()
  const fixture = { service, fleet, sites, people, ...callers({ service, people }) }
  await seedRecords(service)
  await fleets[state](fixture)
  const bad = sites.slice(0, troubled[state] ?? 0)
  await warnOf(service, bad)
  return { ...fixture, close: () => fleet.close() }
}

/** A cost of all sites, one of the client, and one of a client without sites. Monthly: due five days after the time of the tests. */
export async function seedRecords({ app }: TestService, renewed = new Date('2026-10-20')): Promise<void> {
  const monthly = { renewal_type: 'monthly', last_renewal: utcDay(renewed) }
  await app.run('add-cost', { name: 'Hosting', price: '100', ...monthly, sites: [1, 2, 3], license_type: 'multi_site' })
  await app.run('add-cost', { name: 'Care plan', price: '25.50', ...monthly, clients: [1] })
  await app.run('add-client', { name: 'Birch' })
  await app.run('add-cost', { name: 'Licence', price: '10', ...monthly, clients: [2] })
}

async function warnOf({ db, clock, app }: TestService, sites: TruthFixture['sites']): Promise<void> {
  const when = { now: clock.now(), zone: 'UTC' }
  const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)
  for (const { id, url, name } of sites) {
    const site = { id, url, name }
    await warnOfCertificateExpiry(db, site, { fingerprint: `f${id}`, valid_to: inDays(5) }, when)
    await db
      .insertInto('ssl_checks')
      .values({
        site_id: id,
        url,
        outcome: 'seen',
        problems: [],
        valid_to: inDays(5),
        checked_at: clock.now(),
        seen_at: clock.now(),
      })
      .execute()
    await db
      .insertInto('domains')
      .values({
        name: `site-${id}.example`,
        next_at: inDays(1),
        outcome: 'found',
        expires_at: inDays(-2),
        checked_at: clock.now(),
        seen_at: clock.now(),
      })
      .execute()
    await db
      .insertInto('site_domains')
      .values({ site_id: id, url, domain: `site-${id}.example` })
      .execute()
    await warnOfDomainExpiry(db, { name: `site-${id}.example`, expires_at: inDays(-2), manual_expires_on: null }, when)
    await db.updateTable('sites').set({ health_score: 40, health_score_at: clock.now() }).where('id', '=', id).execute()
  }
  await app.run('update-monitoring-settings', { svc_disable_sites_health_monitoring: 0 })
  await app.run('send-health-alerts', {})
}
