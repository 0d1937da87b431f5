import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { addDays, dayAt, daysBetween, startOfDay } from '../../platform/calendar.ts'

export const certificateStatuses = [
  'valid',
  'expiring',
  'expired',
  'invalid',
  'unreachable',
  'plain-http',
  'unchecked',
] as const
export const CertificateStatus = z.enum(certificateStatuses)

/** Certificate problems and what to do about them. */
export const problems = {
  expired: 'The certificate has expired; renew it.',
  'not-yet-valid': 'The certificate is not valid yet; check the clock of the server that issued it.',
  'wrong-name': 'The certificate is for another name; install one for this host.',
  'self-signed': 'The certificate is self-signed; install one from a known authority.',
  'unknown-authority':
    'The certificate comes from an authority that browsers do not know; install one from a known one.',
  'incomplete-chain': 'The certificate is sent without its intermediate certificate; install the full chain.',
  'chain-expired': 'A certificate of the authority in between has expired; install the current chain.',
  untrusted: 'Browsers do not trust the certificate; install one from a known authority.',
  'no-encryption':
    'No encrypted connection could be established; check that the server speaks TLS 1.2 or newer on this port.',
} as const
export type Problem = keyof typeof problems

export const certificateExpiringDays = 30

/** A site and its certificate, as the last handshake showed it. */
export const Certificate = z.object({
  id: z.int().describe('The id of the site.'),
  url: z.string(),
  name: z.string(),
  status: CertificateStatus.describe(`expiring: ${certificateExpiringDays} days or less remain.`),
  issuer: z.string().nullable(),
  issuer_o: z.string().nullable().describe('The organisation of the issuer.'),
  common_name: z.string().nullable(),
  names: z.array(z.string()).describe('The names and addresses that the certificate covers.'),
  valid_from: timestamp.nullable(),
  valid_to: timestamp.nullable(),
  days_left: z
    .int()
    .nullable()
    .describe('Calendar days in the configured time zone until it expires: 0 today, -1 yesterday.'),
  problems: z.array(z.object({ code: z.string(), message: z.string() })),
  reason: z.string().nullable().describe('Why there is no data, or no newer data.'),
  protocol: z.string().nullable(),
  cipher: z.string().nullable(),
  fingerprint_sha256: z.string().nullable(),
  checked_at: timestamp.nullable(),
  seen_at: timestamp.nullable().describe('When the server last showed this certificate.'),
})
export type Certificate = z.output<typeof Certificate>

/** The end of the last calendar day on which this many days or less remain. */
export const endOfDaysLeft = (days: number, now: Date, zone: string): Date =>
  startOfDay(addDays(dayAt(now, zone), days + 1), zone)

/** Calendar days: a certificate that ended yesterday evening ended one day ago. */
export const daysUntil = (end: Date, now: Date, zone: string): number => daysBetween(dayAt(now, zone), dayAt(end, zone))
