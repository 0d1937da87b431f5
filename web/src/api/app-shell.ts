import { type QueryFunction, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataOf } from '../../../contract/client.ts'
import { followLanguage } from '../texts/set-language.ts'
import { setTimeZone } from '../ui/format/day.ts'
import { call, setCsrfToken } from './call.ts'
import type { Problem } from './problem.ts'
import { keyOf, queries } from './query.ts'
import { basePath } from './request.ts'

/** Data shown on every page (account, modules, running jobs, own timer), read with one call. */
export type AppShellData = DataOf<'get-desk'>

const idlePollMs = 20_000
// Polls every few seconds while a job runs. A stream in every open tab would use up the browser's connections; only a
// job's own page has one.
const busyPollMs = 2_500

/** What the user has chosen for every browser; undefined: as the browser wishes. */
export function chosenLanguage({ preferences }: Pick<AppShellData, 'preferences'>): string | undefined {
  const { language } = preferences
  return Array.isArray(language) && typeof language[0] === 'string' ? language[0] : undefined
}

const readAppShell: QueryFunction<AppShellData> = async ({ signal }) => {
  const appShell = await call('get-desk', {}, { signal })
  const known = queries.getQueryData<AppShellData>(appShellQuery.queryKey)
  if (known && known.account.user?.id !== appShell.account.user?.id) {
    // Another user has signed in, in another tab: nothing of the first one stays.
    window.location.reload()
    return new Promise(() => {})
  }
  setCsrfToken(appShell.account.csrf_token)
  setTimeZone(appShell.time_zone)
  followLanguage(chosenLanguage(appShell), basePath)
  return appShell
}

export const appShellQuery: { queryKey: QueryKey; queryFn: QueryFunction<AppShellData> } = {
  queryKey: keyOf('get-desk', {}),
  queryFn: readAppShell,
}

/** For the session only: each user of this hook polls. */
export const useWatchedAppShell = (enabled: boolean): UseQueryResult<AppShellData, Problem> =>
  useQuery<AppShellData, Problem>({
    ...appShellQuery,
    enabled,
    refetchInterval: ({ state }) => ((state.data?.jobs.total ?? 0) > 0 ? busyPollMs : idlePollMs),
  })

/** The app shell data as last read. The session and every change refresh it. */
export const useAppShell = (): UseQueryResult<AppShellData, Problem> =>
  useQuery<AppShellData, Problem>({ ...appShellQuery, staleTime: Number.POSITIVE_INFINITY })
