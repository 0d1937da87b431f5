import { route } from '../../operation/address.ts'
import { checkMonitor } from './operations/check-monitor.ts'
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
import { updateGlobalMonitorSettings } from './operations/update-global-monitor-settings.ts'
import { updateMonitorSettings } from './operations/update-monitor-settings.ts'

const names = { id_or_domain: 'site_id_or_domain' }
const counted = ({ total }: { total: number }) => ({ total, count: total })
const meta = ({ page, per_page, total }: { page: number; per_page: number; total: number }) => ({
  meta: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
})

export const addresses = [
  route('GET /monitors', listMonitors, { list: 'items' }),
  route('GET /monitors/basic', listMonitorsBasic, { list: 'items' }),
  route('GET /monitors/count', countMonitors, { envelopeFields: counted }),
  route('GET /monitors/incidents', listFleetIncidents, { list: 'items' }),
  route('GET /monitors/coverage', getMonitoringCoverage),
  route('GET /monitors/settings', getGlobalMonitorSettings),
  route('PUT|PATCH /monitors/settings', updateGlobalMonitorSettings, { message: 'Monitor settings updated.' }),

  route('GET /monitors/{id_or_domain}', getMonitor, { names }),
  route('GET /monitors/{id_or_domain}/basic', getMonitorBasic, { names }),
  route('GET /monitors/{id_or_domain}/heartbeat', listHeartbeats, { names, list: 'heartbeats', envelopeFields: meta }),
  route('GET /monitors/{id_or_domain}/incidents', listIncidents, { names, list: 'items' }),
  route('GET /monitors/{id_or_domain}/incidents/count', countIncidents, { names, envelopeFields: counted }),
  route('POST /monitors/{id_or_domain}/check', checkMonitor, { names }),
  route('GET /monitors/{id_or_domain}/settings', getMonitorSettings, { names }),
  route('PUT|PATCH /monitors/{id_or_domain}/settings', updateMonitorSettings, {
    names,
    message: 'Monitor settings updated.',
  }),
]
