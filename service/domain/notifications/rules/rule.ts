import { z } from 'zod'
import { timestamp } from '../../../operation/shapes.ts'
import { EventTypeName } from '../../events/index.ts'
import { messageSeverities } from '../channels/channel-message.ts'

export const RuleSeverity = z.enum(messageSeverities)
export type RuleSeverity = z.output<typeof RuleSeverity>

const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 08:00')
  .meta({ examples: ['08:00'] })

/** In the time zone of the settings; `from` later than `to` means until the next day. */
export const Hours = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5, 6, 7]).describe('1 is Monday.'),
  from: TimeOfDay,
  to: TimeOfDay,
})
export type Hours = z.output<typeof Hours>

export const QuietHours = z.strictObject({
  from: TimeOfDay,
  to: TimeOfDay,
  except_critical: z.boolean().default(true).describe('Critical events are sent immediately.'),
})
export type QuietHours = z.output<typeof QuietHours>

export const Digest = z.enum(['none', 'hourly', 'daily'])
export type Digest = z.output<typeof Digest>

const ids = z.array(z.int().min(1)).max(200)
const minutes = z.int().min(0).max(1_440)

/** Every field that a rule can have, without defaults. */
export const ruleFields = {
  name: z.string().trim().min(1).max(100),
  channel_id: z.int().min(1),
  active: z.boolean(),
  types: z.array(EventTypeName).max(100).describe('Types of events; empty for all.'),
  min_severity: RuleSeverity.describe('Only events of this severity or a higher one.'),
  tag_ids: ids.describe('Only sites with one of these tags; empty for all.'),
  client_ids: ids.describe('Only sites of one of these clients; empty for all.'),
  hours: Hours.nullable().describe('Only events within these hours; null for any time.'),
  quiet_hours: QuietHours.nullable().describe('Messages wait until the end of these hours.'),
  delay_minutes: minutes.describe('Only problems that last longer than this.'),
  digest: Digest.describe('Collects events into one message per hour or day (at 7:00).'),
  send_recovery: z.boolean().describe('Also send the end of a problem that was sent.'),
  escalation_channel_id: z
    .int()
    .min(1)
    .nullable()
    .describe('Another channel that gets problems that are neither over nor acknowledged.'),
  escalation_minutes: z.int().min(1).max(1_440).nullable().describe('Minutes until then.'),
  muted_until: z.iso.datetime().nullable().describe('Nothing is sent before this time.'),
}

export const NotificationRule = z.object({
  id: z.int(),
  ...ruleFields,
  name: z.string(),
  muted_until: timestamp.nullable(),
  created_at: timestamp,
})

const noTypes: string[] = []
const noIds: number[] = []

export const ruleDefaults = {
  active: true,
  types: noTypes,
  min_severity: 'info' as const,
  tag_ids: noIds,
  client_ids: noIds,
  hours: null,
  quiet_hours: null,
  delay_minutes: 0,
  digest: 'none' as const,
  send_recovery: true,
  escalation_channel_id: null,
  escalation_minutes: null,
  muted_until: null,
}

/** The events that matter most: a new channel is notified of them. */
export const importantTypes = [
  'monitor.down',
  'site.disconnected',
  'sync.failed',
  'certificate.problem',
  'domain.expiring',
  'health.poor',
  'update.failed',
  'report.failed',
  'access.new_device',
  'access.protection_changed',
  'approval.requested',
  'webhook.switched_off',
  'service_backup.late',
  'service_backup.check_failed',
] as const satisfies readonly EventTypeName[]
