import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { FleetChange } from '../activity/index.ts'
import { RenewalSummary } from '../costs/index.ts'
import { DomainSummary } from '../domain-monitor/index.ts'
import { JobReport } from '../jobs/index.ts'
import { MaintenancePeriod } from '../maintenance/index.ts'
import { MonitoringSummary } from '../monitors/index.ts'
import { CertificateSummary } from '../ssl-monitor/index.ts'
import { SecuritySummary } from '../sync/index.ts'

const UpdateCount = z.object({ updates: z.int(), sites: z.int().describe('Number of sites with these updates.') })
const site = { site_id: z.int(), site_url: z.string(), site_name: z.string() }
const some = <T extends z.ZodType>(item: T, order: string) =>
  z.object({ total: z.int(), items: z.array(item).describe(`Only the first ones, ordered: ${order}.`) })

export const SiteCounts = z.object({
  total: z.int(),
  connected: z.int(),
  disconnected: z.int(),
  suspended: z.int(),
  never_synced: z.int(),
  sync_failed: z.int(),
  with_updates: z.int(),
  by_condition: z
    .object({
      ok: z.int(),
      unknown: z.int(),
      stale: z.int(),
      degraded: z.int(),
      disconnected: z.int(),
      down: z.int(),
      suspended: z.int(),
    })
    .describe('Sites per state of their condition; sums up to total.'),
})

export const UpdateCounts = z.object({
  total: z.int(),
  sites: z.int(),
  core: UpdateCount,
  plugins: UpdateCount,
  themes: UpdateCount,
  translations: UpdateCount,
})

/** The checklist of first steps. */
export const GetStarted = z.object({
  has_site: z.boolean(),
  has_connected_site: z.boolean(),
  has_synced: z.boolean(),
  has_client: z.boolean(),
  has_tag: z.boolean(),
  has_monitor_result: z.boolean(),
  password_changed: z.boolean(),
  email_ready: z.boolean(),
  email_missing: z.string().nullable().describe('The missing configuration of e-mail.'),
  has_channel: z
    .boolean()
    .nullable()
    .describe('Whether a notification channel was added. Null for managers and viewers.'),
  has_second_user: z.boolean().nullable().describe('Null for managers and viewers.'),
  has_backup: z
    .boolean()
    .nullable()
    .describe('Whether backups of Flotilla itself are set up and one has succeeded. Null for managers and viewers.'),
})

/** The first page of the dashboard. Parts of modules that are switched off are null. */
export const Overview = z.object({
  generated_at: timestamp,
  sites: SiteCounts,
  updates: UpdateCounts,
  failed_syncs: some(z.object({ ...site, code: z.string(), message: z.string(), at: timestamp.nullable() }), 'newest'),
  disconnected: some(z.object({ ...site, code: z.string().nullable(), message: z.string().nullable() }), 'by address'),
  incidents: some(
    z.object({
      id: z.int(),
      ...site,
      started_at: timestamp,
      cause: z.string(),
      cause_code: z.string(),
      down_count: z.int(),
    }),
    'newest',
  )
    .nullable()
    .describe('Null, as monitoring and maintenance, for callers without monitors.read.'),
  maintenance: some(MaintenancePeriod, 'by their begin')
    .nullable()
    .describe('Takes place now or begins within 24 hours.'),
  monitoring: MonitoringSummary.nullable(),
  security: SecuritySummary,
  certificates: CertificateSummary.nullable(),
  domains: DomainSummary.nullable(),
  changes: z.array(FleetChange).nullable().describe('The newest changes made outside of Flotilla.'),
  renewals: RenewalSummary.nullable().describe('Of the next 30 days, and overdue ones.'),
  jobs: some(JobReport, 'newest'),
  get_started: GetStarted,
})
export type Overview = z.input<typeof Overview>
