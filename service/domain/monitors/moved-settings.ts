import type { Db } from '../../platform/database/database.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { type MonitorSettingsInput, monitorFields, toSettingsColumns } from './settings-input.ts'
import { notifyMonitorsChanged, updateSettingsRows } from './settings-store.ts'

type SettingsColumns = ReturnType<typeof toSettingsColumns>

export interface MovedMonitor {
  siteId: number
  /** Settings as update-monitor-settings takes them; each that is not valid is left out. */
  given: Record<string, unknown>
}

/** Settings of monitors from another dashboard, for sites that were just added. */
export async function importMonitorSettings(trx: Db, monitors: readonly MovedMonitor[]): Promise<void> {
  const changed = new Map<string, { columns: SettingsColumns; siteIds: number[] }>()
  for (const { siteId, given } of monitors) {
    const columns = toSettingsColumns(validSettings(given))
    if (Object.keys(columns).length === 0) continue
    // Most sites of a fleet have the same settings.
    const key = JSON.stringify(columns)
    const group = changed.get(key) ?? { columns, siteIds: [] }
    group.siteIds.push(siteId)
    changed.set(key, group)
  }
  for (const { columns, siteIds } of changed.values()) await updateSettingsRows(trx, siteIds, columns)
  await notifyMonitorsChanged(
    trx,
    [...changed.values()].flatMap(({ siteIds }) => siteIds),
  )
}

function validSettings(given: Record<string, unknown>): MonitorSettingsInput {
  const valid = typedEntries(monitorFields).flatMap(([name, field]) => {
    const read = given[name] === undefined ? undefined : field.safeParse(given[name])
    return read?.success ? [[name, read.data]] : []
  })
  return Object.fromEntries(valid)
}
