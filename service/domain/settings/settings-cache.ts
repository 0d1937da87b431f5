import { isDeepStrictEqual } from 'node:util'
import type { Settings, SettingsGroups } from '../../operation/settings.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import { cachedGroups } from './all-groups.ts'
import { valuesFrom } from './setting.ts'
import { listStoredValues, settingsChannel } from './settings-store.ts'

/** The settings in memory, updated by notices of every process. */
export interface SettingsCache extends Settings {
  /** Called after a change. */
  onChange(callback: () => void): void
}

export async function openSettings(db: Database, notices: Notices): Promise<SettingsCache> {
  let values: ReadonlyMap<string, unknown> = new Map()
  const callbacks: (() => void)[] = []
  let [requested, received] = [0, 0]
  const cache: SettingsCache = {
    // The first refresh, before the cache is returned, stores every group under its name.
    get: <Name extends keyof SettingsGroups>(name: Name) => values.get(name) as SettingsGroups[Name],
    onChange: (callback) => void callbacks.push(callback),
    async refresh() {
      const number = ++requested
      const stored = await listStoredValues(db)
      // An answer to an earlier query that arrives later is out of date.
      if (number < received) return
      received = number
      const changed = cachedGroups
        .map((group) => [group.name, valuesFrom(group, stored.get(group.name) ?? {})] as const)
        .filter(([name, fresh]) => !isDeepStrictEqual(fresh, values.get(name)))
      if (changed.length === 0) return
      // Unchanged groups stay the same object, so that callers can detect changes by identity.
      values = new Map([...values, ...changed])
      for (const callback of callbacks) callback()
    },
  }
  await notices.keepFresh('settings', settingsChannel, cache.refresh)
  await cache.refresh()
  return cache
}
