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

export interface SiteAnswers<Row> {
  rows: Row[]
  /** Sites that did not answer, and why. */
  unanswered: Unanswered[]
  /** Number of sites that answered. */
  answered: number
}

// Above this number, querying all sites takes too long to start without confirmation.
const queryAllUpTo = 100

/**
 * Queries the sites themselves; the answers are not stored. A large fleet is queried as a whole only after confirmation
 * (`all` in the URL); until then `needsScope` is true.
 */
export function useSiteQuery<Name extends Question>(
  name: Name,
  state: TableState,
  input: InputOf<Name>,
): { query: UseQueryResult<SiteAnswers<AnswerOf<Name>>, Problem>; needsScope: boolean; sites: number | undefined } {
  const scoped = hasScope(state) || state.filters.all !== undefined
  const count = useOperation('count-sites', { status: 'connected' }, { enabled: !scoped })
  const sites = count.data?.total
  const needsScope = !scoped && sites !== undefined && sites > queryAllUpTo
  const query = useQuery<SiteAnswers<AnswerOf<Name>>, Problem>({
    queryKey: [...keyOf(name, input), 'answers'],
    queryFn: async () => {
      const { data, errors } = await callWhole(name, input)
      const bySite = Object.values(data as Record<string, AnswerOf<Name>[]>)
      return { rows: bySite.flat(), unanswered: (errors ?? []) as Unanswered[], answered: bySite.length }
    },
    enabled: scoped || count.isError || (sites !== undefined && !needsScope),
    placeholderData: keepPreviousData,
  })
  return { query, needsScope, sites }
}
