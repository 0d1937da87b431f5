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
import { isUnheard, whenBack } from './reachable.ts'

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => isUnheard(error) && void readAgainWhenBack() }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What the service refuses it refuses again; what could not be reached may be back in a moment.
      retry: (failures, error) => failures < 2 && asProblem(error).status === 0,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

/** What nobody asks for at intervals would say for ever that the service does not answer. */
async function readAgainWhenBack(): Promise<void> {
  await whenBack()
  await queries.refetchQueries({ type: 'active', predicate: ({ state }) => isUnheard(state.error) })
}

interface ReadOptions {
  enabled?: boolean
  /** Milliseconds between looks; false: only when asked. Nothing is asked for while the page is hidden. */
  every?: number | false
}

export const keyOf = (name: Callable, input: object): QueryKey => [name, input]

/** Reads with an operation: `const { data, error, isPending } = useOperation('get-site', { site_id_or_domain: 3 })`. */
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

/** Asks already while the page itself is on its way; the page finds the answer, or waits for this one. */
export const readAhead = <Name extends Callable>(name: Name, input: InputOf<Name>): Promise<void> =>
  queries.prefetchQuery({ queryKey: keyOf(name, input), queryFn: ({ signal }) => call(name, input, { signal }) })

/** A page of a list; while the next page is on its way the last one stays. */
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

/** Changes with an operation. Afterwards everything on the page is read again: counts are right after an action. */
export function useAction<Name extends Callable>(name: Name): UseMutationResult<DataOf<Name>, Problem, InputOf<Name>> {
  const client = useQueryClient()
  return useMutation<DataOf<Name>, Problem, InputOf<Name>>({
    mutationFn: (input) => call(name, input),
    onSettled: () => client.invalidateQueries(),
  })
}
