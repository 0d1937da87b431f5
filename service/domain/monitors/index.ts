import type { Feature } from '../../operation/feature.ts'
import { monitoringDefaults } from '../settings/index.ts'
import { monitorChecks, monitorGauges } from './monitor-metrics.ts'
import { checkMonitor } from './operations/check-monitor.ts'
import { computeUptimes } from './operations/compute-uptimes.ts'
import { countIncidents } from './operations/count-incidents.ts'
import { countMonitors } from './operations/count-monitors.ts'
import { getGlobalMonitorSettings } from './operations/get-global-monitor-settings.ts'
import { getMonitor } from './operations/get-monitor.ts'
import { getMonitorBasic } from './operations/get-monitor-basic.ts'
import { getMonitorSettings } from './operations/get-monitor-settings.ts'
import { getMonitoringCoverage } from './operations/get-monitoring-coverage.ts'
import { listFleetIncidents } from './operations/list-fleet-incidents.ts'
import { listHeartbeats } from './operations/list-heartbeats.ts'
import { listIncidents } from './operations/list-incidents.ts'
import { listMonitors } from './operations/list-monitors.ts'
import { listMonitorsBasic } from './operations/list-monitors-basic.ts'
import { rollUpHeartbeats } from './operations/roll-up-heartbeats.ts'
import { notifyPoorHealth } from './operations/send-health-alerts.ts'
import { updateGlobalMonitorSettings } from './operations/update-global-monitor-settings.ts'
import { updateMonitorSettings } from './operations/update-monitor-settings.ts'
import { addresses } from './rest.ts'
import { deleteOldDays } from './roll-up-store.ts'

export const monitorsFeature: Feature = {
  name: 'monitors',
  tables: [
    'monitors',
    'poor_health',
    'monitor_hours',
    'monitor_days',
    'monitor_day_beats',
    'monitor_incidents',
    'monitor_gaps',
    'monitor_shares',
    'monitor_workers',
  ],
  operations: [
    listMonitors,
    listMonitorsBasic,
    countMonitors,
    getMonitoringCoverage,
    getMonitor,
    getMonitorBasic,
    listHeartbeats,
    listIncidents,
    listFleetIncidents,
    countIncidents,
    checkMonitor,
    getMonitorSettings,
    updateMonitorSettings,
    getGlobalMonitorSettings,
    updateGlobalMonitorSettings,
    rollUpHeartbeats,
    computeUptimes,
    notifyPoorHealth,
  ],
  addresses,
  schedule: [
    { operation: rollUpHeartbeats, cron: '23 * * * *' },
    { operation: computeUptimes, cron: '3-59/10 * * * *' },
    { operation: notifyPoorHealth, cron: '6-59/10 * * * *' },
  ],
  gauges: monitorGauges,
  counters: [monitorChecks],
  retention: [
    // Checks are shown for 30 days.
    {
      table: 'monitor_day_beats',
      keepDays: (settings) => Math.min(31, monitoringDefaults(settings).retentionDays),
      delete: deleteOldDays('monitor_day_beats'),
    },
    {
      table: 'monitor_days',
      keepDays: (settings) => monitoringDefaults(settings).retentionDays,
      delete: deleteOldDays('monitor_days'),
    },
    {
      table: 'monitor_incidents',
      keepDays: (settings) => monitoringDefaults(settings).retentionDays,
      column: 'ended_at',
    },
    { table: 'monitor_gaps', keepDays: (settings) => monitoringDefaults(settings).retentionDays, column: 'ended_at' },
  ],
}

export type { Beat } from './beat.ts'
export { monitorBulkActions } from './bulk-actions.ts'
export { describeIncident } from './describe-incident.ts'
export { type FleetIncident, findIncident } from './fleet-incident-store.ts'
export { Incident } from './monitor.ts'
export { monitorRules } from './monitor-settings.ts'
export { type MonitorWork, startMonitorWork } from './monitor-work.ts'
export { importMonitorSettings } from './moved-settings.ts'
export { countSitesDown, hasMonitorResult, listOpenIncidents } from './open-incident-store.ts'
export { MonitoringSummary, summarizeMonitoring } from './summarize-monitoring.ts'
export {
  computeUptime,
  downtimeOf,
  isMaintenanceOnly,
  type MonitorHistory,
  sumUptimes,
  type Uptime,
  uptimePercent,
} from './uptime.ts'
export { listHistories } from './uptime-store.ts'
export { type PastIncident, writeHistory } from './write-history.ts'
