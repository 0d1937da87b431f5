import { route } from '../../operation/address.ts'
import { addMaintenanceWindow } from './operations/add-maintenance-window.ts'
import { deleteMaintenanceWindow } from './operations/delete-maintenance-window.ts'
import { endMaintenanceWindow } from './operations/end-maintenance-window.ts'
import { listMaintenancePeriods } from './operations/list-maintenance-periods.ts'
import { listMaintenanceWindows } from './operations/list-maintenance-windows.ts'
import { updateMaintenanceWindow } from './operations/update-maintenance-window.ts'

export const addresses = [
  route('GET /maintenance', listMaintenanceWindows, { list: 'items' }),
  route('GET /maintenance/periods', listMaintenancePeriods, { list: 'items' }),
  route('POST /maintenance/add', addMaintenanceWindow, { message: 'Maintenance window added.' }),
  route('PUT|PATCH /maintenance/{window_id}/edit', updateMaintenanceWindow, { message: 'Maintenance window updated.' }),
  route('POST /maintenance/{window_id}/end', endMaintenanceWindow, { message: 'Maintenance ended.' }),
  route('DELETE /maintenance/{window_id}/delete', deleteMaintenanceWindow, { message: 'Maintenance window deleted.' }),
]
