import type { Feature } from '../../operation/feature.ts'
import { monitoringDefaults } from '../settings/index.ts'
import { addMaintenanceWindow } from './operations/add-maintenance-window.ts'
import { deleteMaintenanceWindow } from './operations/delete-maintenance-window.ts'
import { endMaintenanceWindow } from './operations/end-maintenance-window.ts'
import { listMaintenancePeriods } from './operations/list-maintenance-periods.ts'
import { listMaintenanceWindows } from './operations/list-maintenance-windows.ts'
import { planMaintenance } from './operations/plan-maintenance.ts'
import { updateMaintenanceWindow } from './operations/update-maintenance-window.ts'
import { addresses } from './rest.ts'

export const maintenanceFeature: Feature = {
  name: 'maintenance',
  tables: ['maintenance_windows', 'maintenance_periods'],
  operations: [
    listMaintenanceWindows,
    listMaintenancePeriods,
    addMaintenanceWindow,
    updateMaintenanceWindow,
    endMaintenanceWindow,
    deleteMaintenanceWindow,
    planMaintenance,
  ],
  addresses,
  schedule: [{ operation: planMaintenance, cron: '41 * * * *' }],
  retention: [
    // As long as incidents: uptime figures need both.
    {
      table: 'maintenance_periods',
      keepDays: (settings) => monitoringDefaults(settings).retentionDays,
      column: 'ends_at',
    },
    // Weekly windows have no ends_at and stay.
    {
      table: 'maintenance_windows',
      keepDays: (settings) => monitoringDefaults(settings).retentionDays,
      column: 'ends_at',
    },
  ],
}

export { listAnnouncedMaintenance } from './list-announced-maintenance.ts'
export { MaintenancePeriod } from './maintenance-window.ts'
export {
  listMaintenanceSpans,
  listSitesInMaintenance,
  type MaintenanceSpan,
  type SiteMaintenance,
} from './period-store.ts'
