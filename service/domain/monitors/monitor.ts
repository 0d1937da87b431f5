import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { checkedStatuses } from './decide-status.ts'
import { monitorTypes } from './monitor-settings.ts'

export const monitorStatuses = [...checkedStatuses, 'paused'] as const
export const MonitorStatus = z
  .enum(monitorStatuses)
  .describe(
    'first: not checked yet, or never reached; pending: failed, being checked again; paused: switched off or site suspended.',
  )
export type MonitorStatus = z.output<typeof MonitorStatus>

export const MonitorBrief = z.object({
  id: z.int().describe('The id of the site.'),
  monitor_id: z.int(),
  url: z.string(),
  name: z.string(),
  last_status: MonitorStatus,
})

const percent = z.number().min(0).max(100).nullable()
const milliseconds = z.int().nullable()

export const MonitorRecord = MonitorBrief.extend({
  type: z.enum(monitorTypes),
  active: z.boolean(),
  check_frequency: z.string().describe('Such as 30s, 5m or 1h.'),
  last_check_at: timestamp.nullable(),
  stale: z.boolean().describe('Whether the last check of a monitor that is on is older than two of its intervals.'),
  last_status_code: z.int().nullable(),
  last_message: z.string(),
  never_reached: z
    .boolean()
    .describe('Checked, but never with success, and the site was never connected: neither up nor down.'),
  uptime_24h: z
    .array(z.object({ timestamp: z.int(), status: z.literal([0, 1]).nullable() }))
    .describe('The last 24 hours: 1 up, 0 down for a part of the hour, null not monitored.'),
  uptime_ratio_24h: percent.describe('Percent of the monitored time without outages; null: nothing is known.'),
  uptime_ratio_7d: percent,
  uptime_ratio_30d: percent,
  incidents_count_7d: z.int(),
  incidents_count_30d: z.int(),
  maintenance_sec_30d: z
    .int()
    .describe('Seconds of announced maintenance in the last 30 days: neither uptime nor downtime.'),
  response_time_avg_ms: milliseconds.describe('Over the last 24 hours, of the checks with result up.'),
  response_time_min_ms: milliseconds,
  response_time_max_ms: milliseconds,
})

export const Heartbeat = z.object({
  heartbeat_id: z.int(),
  monitor_id: z.int(),
  status: z.literal([0, 1, 2, 3]).describe('0 down, 1 up, 2 pending, 3 first.'),
  uptime_status: z.enum(['down', 'up', 'pending']),
  msg: z.string(),
  importance: z.literal([0, 1]).describe('1 when this check changed the status.'),
  time: timestamp,
  ping_ms: z.int(),
  http_code: z.int(),
  dns_ms: milliseconds.describe('Phases are stored for two days.'),
  connect_ms: milliseconds,
  tls_ms: milliseconds,
  first_byte_ms: milliseconds,
})
export type Heartbeat = z.input<typeof Heartbeat>

export const MonitorDetail = MonitorRecord.extend({
  address: z.string().nullable().describe('The IP address that answered last.'),
  heartbeats: z.array(Heartbeat).describe('The latest checks; /heartbeat lists all.'),
  maintenance: z
    .object({ title: z.string(), ends_at: timestamp })
    .nullable()
    .describe('Announced maintenance that takes place now.'),
})

export const Incident = z.object({
  id: z.int(),
  status: z.enum(['down', 'resolved']),
  started_at: z.string().describe('YYYY-MM-DD HH:MM:SS, UTC.'),
  ended_at: z.string().nullable(),
  ended_by: z
    .enum(['up', 'paused'])
    .nullable()
    .describe('paused: the monitor was paused; the first checks afterwards continue or end the incident.'),
  duration_sec: z.int().describe('From the start to the end, or until now, including time without checks.'),
  downtime_sec: z
    .int()
    .describe('The monitored part of it, without pauses and other gaps between checks: what uptime figures count.'),
  cause: z.string(),
  cause_code: z.string(),
  down_count: z.int().describe('Failed checks.'),
  resolved: z.boolean(),
  alarm: z
    .enum(['sent', 'held', 'skipped'])
    .describe('held: it began in maintenance and is announced when that ends; skipped: it ended before.'),
})
