import { timeZoneOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { type Day, dayAt, daysBetween, utcDay } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DomainProfile } from './domain.ts'
import { listProfilesBySites, type ProfileRow, requireProfileRow } from './profile-store.ts'
import { registeredDomain, toUnicode } from './registered-domain.ts'

/** The stored domain data of a site. The caller must have checked access to the site. */
export async function requireProfile(
  { db, clock, settings }: Pick<Context, 'db' | 'clock' | 'settings'>,
  siteId: number,
) {
  const [now, zone] = [clock.now(), timeZoneOf(settings)]
  return toProfile(await requireProfileRow(db, siteId, now, zone), dayAt(now, zone))
}

/** The same for many sites, with one query. */
export async function findProfiles(db: Database, siteIds: number[], now: Date, zone: string): Promise<DomainProfile[]> {
  return (await listProfilesBySites(db, siteIds, now, zone)).map((row) => toProfile(row, dayAt(now, zone)))
}

export function toProfile(row: ProfileRow, today: Day): DomainProfile {
  const domain = row.domain ?? registeredDomain(row.url)
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    domain,
    domain_name: domain && toUnicode(domain),
    status: domain === null ? 'not-applicable' : row.status,
    registrar: row.registrar ?? row.manual_registrar,
    registrar_id: row.registrar_id,
    domain_status: row.statuses ?? [],
    creation_date: registryDay(row.registered_at) ?? row.manual_registered_on,
    updated_date: registryDay(row.changed_at),
    expiry_date: registryDay(row.expiry),
    days_left: row.expiry && daysBetween(today, utcDay(row.expiry)),
    nameservers: row.nameservers ?? [],
    source: row.expiry === null ? null : row.expires_at === null ? 'manual' : 'registry',
    reason: domain === null ? 'An address without a registered domain, such as an IP address.' : row.reason,
    checked_at: isoTime(row.checked_at),
    seen_at: isoTime(row.seen_at),
  }
}

/** Registries give their days in UTC. */
const registryDay = (time: Date | null): Day | null => (time === null ? null : utcDay(time))
