import { spacedTime, text } from './values.ts'
import type { RouteView, ViewContext, Views } from './view.ts'

interface Monitor {
  id: number
  url: string
  name: string
  last_status: string
  type: string
  check_frequency: string
  last_check_at: string | null
  last_status_code: number | null
  uptime_24h: { timestamp: number; status: 0 | 1 | null }[]
  uptime_ratio_7d: number | null
  uptime_ratio_30d: number | null
  incidents_count_7d: number
  incidents_count_30d: number
  response_time_avg_ms: number | null
  response_time_min_ms: number | null
  response_time_max_ms: number | null
}

/** Where nothing was measured they send 0. */
const figure = (value: number | null) => value ?? 0

const showMonitor = (monitor: Monitor) => ({
  id: monitor.id,
  url: monitor.url,
  type: monitor.type,
  last_status: monitor.last_status,
  check_frequency: monitor.check_frequency,
  last_check_at: spacedTime(monitor.last_check_at),
  last_status_code: text(monitor.last_status_code),
  uptime_24h: monitor.uptime_24h.map(({ timestamp, status }) => ({ timestamp, status: figure(status) })),
  uptime_ratio_7d: figure(monitor.uptime_ratio_7d),
  uptime_ratio_30d: figure(monitor.uptime_ratio_30d),
  incidents_count_7d: monitor.incidents_count_7d,
  incidents_count_30d: monitor.incidents_count_30d,
  response_time_avg_ms: figure(monitor.response_time_avg_ms),
  response_time_min_ms: figure(monitor.response_time_min_ms),
  response_time_max_ms: figure(monitor.response_time_max_ms),
})

const showBasic = ({ id, url, last_status }: Monitor) => ({ id: text(id), url, last_status })

interface Heartbeat {
  heartbeat_id: number
  monitor_id: number
  status: number
  msg: string
  importance: number
  time: string
  ping_ms: number
  http_code: number
}

const showHeartbeat = (beat: Heartbeat) => ({
  monitor_id: beat.monitor_id,
  heartbeat_id: beat.heartbeat_id,
  status: beat.status,
  msg: beat.msg,
  importance: beat.importance,
  time: beat.time,
  ping_ms: beat.ping_ms,
  http_code: beat.http_code,
})

/** Inside a monitor all values are texts. */
const showOwnHeartbeat = (beat: Heartbeat) => ({
  heartbeat_id: text(beat.heartbeat_id),
  monitor_id: text(beat.monitor_id),
  msg: beat.msg,
  importance: text(beat.importance),
  status: text(beat.status),
  time: spacedTime(beat.time),
  ping_ms: text(beat.ping_ms),
  // Neither is stored per check.
  duration: '0',
  down_count: '0',
  http_code: text(beat.http_code),
})

interface Incident {
  started_at: string
  ended_at: string | null
  duration_sec: number
  resolved: boolean
  down_count: number
}

const utc = (plain: string | null) => (plain === null ? '' : `${plain.replace(' ', 'T')}Z`)

const showIncident = ({ started_at, ended_at, duration_sec, resolved, down_count }: Incident) => ({
  started_at: utc(started_at),
  ended_at: utc(ended_at),
  duration_sec,
  resolved,
  down_count,
})

const counted: RouteView = { body: ({ total }: { total: number }) => ({ success: 1, count: total }) }

interface Check {
  http_code: number
  uptime_status: string
}

export const monitorViews: Views = {
  'GET /monitors': {
    body: ({ items, total }: { items: Monitor[]; total: number }) => ({
      success: 1,
      total,
      data: items.map(showMonitor),
    }),
  },
  'GET /monitors/basic': {
    body: ({ items, total }: { items: Monitor[]; total: number }) => ({
      success: 1,
      total,
      data: items.map(showBasic),
    }),
  },
  'GET /monitors/count': counted,
  'GET /monitors/{id_or_domain}': {
    body: (monitor: Monitor & { heartbeats: Heartbeat[] }) => ({
      success: 1,
      data: {
        ...showMonitor(monitor),
        name: monitor.name,
        heartbeats: monitor.heartbeats.map(showOwnHeartbeat),
      },
    }),
  },
  'GET /monitors/{id_or_domain}/basic': { body: (monitor: Monitor) => ({ success: 1, data: showBasic(monitor) }) },
  'GET /monitors/{id_or_domain}/heartbeat': {
    sizeName: 'limit',
    body: ({ heartbeats }: { heartbeats: Heartbeat[] }, { own }: ViewContext) =>
      heartbeats.length === 0
        ? { success: 0, message: 'There are no heartbeats in this period.' }
        : { success: 1, data: heartbeats.map(showHeartbeat), meta: own.meta },
  },
  'GET /monitors/{id_or_domain}/incidents': {
    body: ({ items }: { items: Incident[] }) => ({ success: 1, data: items.map(showIncident) }),
  },
  'GET /monitors/{id_or_domain}/incidents/count': counted,
  'POST /monitors/{id_or_domain}/check': {
    body: ({ http_code, uptime_status }: Check) => ({ success: 1, data: { http_code, uptime_status } }),
  },
}
