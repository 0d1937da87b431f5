import { type AppShellData, appShellQuery } from './app-shell.ts'
import { call } from './call.ts'
import { queries } from './query.ts'

/** What the user has set in any browser; undefined if it is not set or not known yet. */
export const readPreference = (name: string): unknown =>
  queries.getQueryData<AppShellData>(appShellQuery.queryKey)?.preferences[name]

/** Applies at once. A failure to store it is not reported: this browser remembers it too. */
export function storePreference(name: string, value: string[]): void {
  queries.setQueryData<AppShellData>(appShellQuery.queryKey, (known) =>
    known ? { ...known, preferences: { ...known.preferences, [name]: value } } : known,
  )
  call('save-preference', { name, value }).catch(() => {})
}
