import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { addDays, dayAt } from '../../platform/calendar.ts'

export const profileStatuses = [
  'active',
  'expiring',
  'expired',
  'not-found',
  'unsupported',
  'failed',
  'not-applicable',
  'unchecked',
] as const
export const ProfileStatus = z.enum(profileStatuses)

export const domainExpiringDays = 30

/** The end of the last day that counts as expiring: today is a day in the time zone, the last day of a domain one in UTC. */
export const endOfExpiringDays = (now: Date, zone: string): Date =>
  new Date(addDays(dayAt(now, zone), domainExpiringDays + 1))

const day = z.string().describe('YYYY-MM-DD')

/** A site and the registration of its domain, which is the same for all sites of the domain. */
export const DomainProfile = z.object({
  id: z.int().describe('The id of the site.'),
  url: z.string(),
  name: z.string(),
  domain: z.string().nullable().describe('The registered domain, in punycode; null for addresses that have none.'),
  domain_name: z.string().nullable().describe('The same in Unicode.'),
  status: ProfileStatus.describe(`expiring: ${domainExpiringDays} days or less remain.`),
  registrar: z.string().nullable(),
  registrar_id: z.string().nullable().describe('The IANA id of the registrar.'),
  domain_status: z.array(z.string()).describe('Statuses from the registry, such as "client transfer prohibited".'),
  creation_date: day.nullable(),
  updated_date: day.nullable(),
  expiry_date: day.nullable(),
  days_left: z
    .int()
    .nullable()
    .describe('Calendar days in the configured time zone until it expires: 0 today, -1 yesterday.'),
  nameservers: z.array(z.string()),
  source: z.enum(['registry', 'manual']).nullable().describe('The source of the expiry date.'),
  reason: z.string().nullable().describe('Why there is no data, or no newer data.'),
  checked_at: timestamp.nullable(),
  seen_at: timestamp.nullable().describe('When the registry last answered.'),
})
export type DomainProfile = z.output<typeof DomainProfile>
