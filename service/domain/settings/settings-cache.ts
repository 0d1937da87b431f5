import { isDeepStrictEqual } from 'node:util'
import type { Settings, SettingsGroups } from '../../operation/settings.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import { groupsAtHand } from './all-groups.ts'
import { valuesFrom } from './setting.ts'
import { listStored, settingsChannel } from './settings-store.ts'

/** Keeps the values of this process; a change in any process reaches it by notice. */
export interface SettingsCache extends Settings {
  /** Called after something has changed. */
  onChange(callback: () => void): void
  refresh(): Promise<void>
}

// More than one where several parts of a process opened the settings of one database for themselves.
const caches = new WeakMap<Database, Set<SettingsCache>>()

export async function openSettings(db: Database, notices: Notices): Promise<SettingsCache> {
  let values: ReadonlyMap<string, unknown> = new Map()
  const callbacks: (() => void)[] = []
  let [asked, known] = [0, 0]
  const cache: SettingsCache = {
    get: <Name extends keyof SettingsGroups>(name: Name) => values.get(name) as SettingsGroups[Name],
    onChange: (callback) => void callbacks.push(callback),
    async refresh() {
      const number = ++asked
      const stored = await listStored(db)
      // An answer that was asked for earlier and came later tells what no longer is.
      if (number < known) return
      known = number
      const changed = groupsAtHand
        .map((group) => [group.name, valuesFrom(group, stored.get(group.name) ?? {})] as const)
        .filter(([name, fresh]) => !isDeepStrictEqual(fresh, values.get(name)))
      if (changed.length === 0) return
      // What has not changed stays the same object, so that whoever asks often can see that nothing is new.
      values = new Map([...values, ...changed])
      for (const callback of callbacks) callback()
    },
  }
  const refreshQuietly = () => void cache.refresh().catch(() => {})
  await notices.hear(settingsChannel, refreshQuietly)
  notices.onGap(refreshQuietly)
  await cache.refresh()
  caches.set(db, (caches.get(db) ?? new Set()).add(cache))
  return cache
}

/** Makes a change count in this process before it is answered; the others hear of it with the commit. */
export async function refreshSettings(db: Database): Promise<void> {
  await Promise.all([...(caches.get(db) ?? [])].map((cache) => cache.refresh()))
}
