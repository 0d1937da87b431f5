import { type QueryFunction, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataOf } from '../../../contract/client.ts'
import { call, giveToken } from './call.ts'
import type { Problem } from './problem.ts'
import { keyOf } from './query.ts'

/** What stands on every page: who is signed in, the modules, what runs, the own timer. One call brings it all. */
export type AppShellData = DataOf<'get-desk'>

const calmMs = 20_000
// While something runs, its progress is worth a look every few seconds. A stream of its own in every open tab would
// use up the connections that browsers allow; a job's own page has one.
const busyMs = 2_500

const readAppShell: QueryFunction<AppShellData> = async ({ signal }) => {
  const appShell = await call('get-desk', {}, { signal })
  giveToken(appShell.account.csrf_token)
  return appShell
}

export const appShellQuery = { queryKey: keyOf('get-desk', {}), queryFn: readAppShell }

/** For the session alone, since everybody who asks like this asks again and again. */
export const useWatchedAppShell = (enabled: boolean): UseQueryResult<AppShellData, Problem> =>
  useQuery<AppShellData, Problem>({
    ...appShellQuery,
    enabled,
    refetchInterval: ({ state }) => ((state.data?.jobs.total ?? 0) > 0 ? busyMs : calmMs),
  })

/** The desk as it was last seen; the session keeps it fresh, and so does every change. */
export const useAppShell = (): UseQueryResult<AppShellData, Problem> =>
  useQuery<AppShellData, Problem>({ ...appShellQuery, staleTime: Number.POSITIVE_INFINITY })
