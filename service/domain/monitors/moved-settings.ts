import type { Db } from '../../platform/database/database.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { type MonitorSettingsInput, monitorFields, toSettingsColumns } from './settings-input.ts'
import { notifyMonitorChanged, updateSettingsRow } from './settings-store.ts'

export interface MovedMonitor {
  siteId: number
  /** Settings as update-monitor-settings takes them; each that is not valid is left out. */
  given: Record<string, unknown>
}

/** Settings of monitors from another dashboard, for sites that were just added. */
export async function importMonitorSettings(trx: Db, monitors: readonly MovedMonitor[]): Promise<void> {
  for (const { siteId, given } of monitors) {
    const columns = toSettingsColumns(validSettings(given))
    if (Object.keys(columns).length === 0) continue
    await updateSettingsRow(trx, siteId, columns)
    await notifyMonitorChanged(trx, siteId)
  }
}

function validSettings(given: Record<string, unknown>): MonitorSettingsInput {
  const valid = typedEntries(monitorFields).flatMap(([name, field]) => {
    const read = given[name] === undefined ? undefined : field.safeParse(given[name])
    return read?.success ? [[name, read.data]] : []
  })
  return Object.fromEntries(valid)
}
