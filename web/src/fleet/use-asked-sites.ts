import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../../contract/client.ts'
import { callWhole } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { keyOf, useOperation } from '../api/query.ts'
import type { TableState } from '../ui/table/table-state.ts'
import { hasScope } from './scope.tsx'

type Question = 'list-posts' | 'list-pages' | 'list-comments' | 'list-site-users'

type AnswerOf<Name extends Question> = OutputOf<Name>['by_site'][string][number]

export type Unanswered = OutputOf<'list-posts'>['errors'][number]

export interface Asked<Row> {
  rows: Row[]
  /** Sites that did not answer, and why. */
  unanswered: Unanswered[]
  /** How many answered. */
  answered: number
}

// Beyond this nobody wants to wait for all sites without having said so.
const askAllBelow = 100

/**
 * Puts a question to the sites themselves: what is shown is what they answer now, nothing is stored here.
 * A large fleet is asked as a whole only when somebody wants that (`all` in the address); until then `waits` is true.
 */
export function useAskedSites<Name extends Question>(
  name: Name,
  state: TableState,
  input: InputOf<Name>,
): { query: UseQueryResult<Asked<AnswerOf<Name>>, Problem>; waits: boolean; sites: number | undefined } {
  const scoped = hasScope(state) || state.filters.all !== undefined
  const count = useOperation('count-sites', { status: 'connected' }, { enabled: !scoped })
  const sites = count.data?.total
  const waits = !scoped && sites !== undefined && sites > askAllBelow
  const query = useQuery<Asked<AnswerOf<Name>>, Problem>({
    queryKey: [...keyOf(name, input), 'asked'],
    queryFn: async () => {
      const { data, errors } = await callWhole(name, input)
      const bySite = Object.values(data as Record<string, AnswerOf<Name>[]>)
      return { rows: bySite.flat(), unanswered: (errors ?? []) as Unanswered[], answered: bySite.length }
    },
    enabled: scoped || count.isError || (sites !== undefined && !waits),
    placeholderData: keepPreviousData,
  })
  return { query, waits, sites }
}
