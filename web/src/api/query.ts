import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { DataOf, InputOf } from '../../../contract/client.ts'
import { type Callable, call, callList, type ListOf } from './call.ts'
import { asProblem, type Problem } from './problem.ts'
import { isUnreachable, whenReachable } from './reachable.ts'

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => isUnreachable(error) && void refetchWhenReachable() }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal will be repeated; an unreachable service may soon be back.
      retry: (failures, error) => failures < 2 && asProblem(error).status === 0,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

/** Queries that are not polled would show the connection error for ever. */
async function refetchWhenReachable(): Promise<void> {
  await whenReachable()
  await queries.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreachable(state.error) })
}

interface ReadOptions {
  enabled?: boolean
  /** Polling interval in milliseconds; false: no polling. Nothing is polled while the page is hidden. */
  every?: number | false
}

export const keyOf = (name: Callable, input: object): QueryKey => [name, input]

/** Reads data with an operation: `const { data, error, isPending } = useOperation('get-site', { site_id_or_domain: 3 })`. */
export function useOperation<Name extends Callable>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true, every = false }: ReadOptions = {},
): UseQueryResult<DataOf<Name>, Problem> {
  return useQuery<DataOf<Name>, Problem>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled,
    refetchInterval: every,
  })
}

/** Starts reading while the script of the page is still loading; the page reuses the result. */
export const readAhead = <Name extends Callable>(name: Name, input: InputOf<Name>): Promise<void> =>
  queries.prefetchQuery({ queryKey: keyOf(name, input), queryFn: ({ signal }) => call(name, input, { signal }) })

/** The same for a list. */
export const readListAhead = <Name extends Callable>(name: Name, input: InputOf<Name>): Promise<void> =>
  queries.prefetchQuery({
    queryKey: [...keyOf(name, input), 'list'],
    queryFn: ({ signal }) => callList(name, input, { signal }),
  })

/** Reads a page of a list; the previous page stays visible while the next one loads. */
export function useList<Name extends Callable>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true, every = false }: ReadOptions = {},
): UseQueryResult<ListOf<Name>, Problem> {
  return useQuery<ListOf<Name>, Problem>({
    queryKey: [...keyOf(name, input), 'list'],
    queryFn: ({ signal }) => callList(name, input, { signal }),
    enabled,
    refetchInterval: every,
    placeholderData: keepPreviousData,
  })
}

/** Changes data with an operation, then reloads everything on the page so that counts are right. */
export function useAction<Name extends Callable>(name: Name): UseMutationResult<DataOf<Name>, Problem, InputOf<Name>> {
  const client = useQueryClient()
  return useMutation<DataOf<Name>, Problem, InputOf<Name>>({
    mutationFn: (input) => call(name, input),
    onSettled: () => client.invalidateQueries(),
  })
}
