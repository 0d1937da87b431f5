import type { Db } from '../../platform/database/database.ts'
import { changeSettingsIn } from './change-settings.ts'
import { monitoring } from './groups/monitoring.ts'

/**
 * Settings of new installations that differ from the defaults. The default stays off: an upgrade or an import must not
 * start to call sites that the operator never wanted monitored.
 */
export async function applyNewInstallationSettings(trx: Db, now: Date): Promise<void> {
  await changeSettingsIn(trx, monitoring, { svc_uptime_monitoring_active: 1 }, now)
}
