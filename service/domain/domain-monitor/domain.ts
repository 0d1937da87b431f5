import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'

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

export const daysOfExpiring = 30

const day = z.string().describe('YYYY-MM-DD')

/** A site and the registration of its domain. Sites of one domain show the same. */
export const DomainProfile = z.object({
  id: z.int().describe('The id of the site.'),
  url: z.string(),
  name: z.string(),
  domain: z.string().nullable().describe('The registered domain, in punycode; null for addresses that have none.'),
  domain_name: z.string().nullable().describe('The same as people write it.'),
  status: ProfileStatus.describe(`expiring: ${daysOfExpiring} days or less are left.`),
  registrar: z.string().nullable(),
  registrar_id: z.string().nullable().describe('The number that IANA gave the registrar.'),
  domain_status: z.array(z.string()).describe('What the registry says, such as "client transfer prohibited".'),
  creation_date: day.nullable(),
  updated_date: day.nullable(),
  expiry_date: day.nullable(),
  days_left: z.int().nullable().describe('Whole days until it expires; negative when it has.'),
  nameservers: z.array(z.string()),
  source: z.enum(['registry', 'manual']).nullable().describe('Where the expiry date is from.'),
  reason: z.string().nullable().describe('Why there is nothing to show, or nothing newer.'),
  checked_at: timestamp.nullable(),
  seen_at: timestamp.nullable().describe('When the registry last told.'),
})
export type DomainProfile = z.output<typeof DomainProfile>
