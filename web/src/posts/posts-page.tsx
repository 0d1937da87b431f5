import { useMemo, useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useCan } from '../api/session.tsx'
import { noScope, ScopeFilters, scopeFilters, scopeOf } from '../fleet/scope.tsx'
import { emptyTitle, SelectSitesToQuery, UnansweredSites } from '../fleet/select-sites-to-query.tsx'
import { useSiteQuery } from '../fleet/use-site-query.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconFileText, IconPlus } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useLocalList } from '../ui/table/local-list.ts'
import { useSelection } from '../ui/table/selection.ts'
import { useTableState } from '../ui/table/table-state.ts'
import { Tabs } from '../ui/tabs.tsx'
import { type ContentAction, ContentBulkActions, ContentDialog, ContentRowActions } from './content-actions.tsx'
import { contentColumns, contentSorts } from './content-columns.tsx'
import { type ContentRow, contentKinds, contentStatuses, keyOfContent, kindFrom } from './content-kind.ts'
import { postsTexts } from './posts-texts.ts'

type Statuses = InputOf<'list-posts'>['status']

export default function PostsPage() {
  const { filters: address } = useTableState({ filters: ['kind'] })
  const kind = kindFrom(address.kind)
  const state = useTableState({ sort: 'changed', order: 'desc', filters: [...scopeFilters, 'status'] })
  const can = useCan()
  const selection = useSelection()
  const [dialog, setDialog] = useState<{ action: ContentAction; row: ContentRow } | null>(null)
  const { query, needsScope, sites } = useSiteQuery(kind.list, state, {
    ...scopeOf(state),
    ...(state.search && { search: state.search, search_on: 'Title and Body' as const }),
    ...(state.filters.status && { status: [state.filters.status] as Statuses }),
  })
  const list = useLocalList(query, query.data?.rows, state, contentSorts)
  const columns = useMemo(() => contentColumns(kind), [kind])
  const selected = (query.data?.rows ?? []).filter((row) => selection.ids.has(keyOfContent(row)))
  const clear = () => state.set({ search: '', status: '', ...noScope })
  return (
    <>
      <PageHeader
        title={kind.title}
        actions={
          can(kind.create) && (
            <LinkButton
              to="/posts/new"
              search={kind.noun === 'page' ? { kind: 'page' } : {}}
              icon={IconPlus}
              tone="primary"
            >
              {postsTexts.writeANoun({ noun: kind.noun })}
            </LinkButton>
          )
        }
      >
        {postsTexts.whatTheSitesHave}
      </PageHeader>
      <Tabs
        label={postsTexts.kindsOfContent}
        tabs={Object.values(contentKinds).map(({ noun, title }) => ({
          label: title,
          link: { to: '/posts', search: noun === 'page' ? { kind: 'page' } : {} },
          current: noun === kind.noun,
        }))}
      />
      {needsScope ? (
        <SelectSitesToQuery state={state} what={kind.plural} sites={sites} />
      ) : (
        <>
          <UnansweredSites sites={query.data?.unanswered ?? []} retry={() => void query.refetch()} />
          <DataTable
            name={kind.plural}
            label={kind.title}
            columns={columns}
            query={list}
            rowId={keyOfContent}
            rowName={({ title }) => title || postsTexts.noTitle}
            state={state}
            searchLabel={postsTexts.searchTitleAndText}
            filters={
              <>
                <FilterSelect
                  label={postsTexts.status}
                  value={state.filters.status}
                  options={[{ value: '', label: postsTexts.allButTheTrash }, ...contentStatuses]}
                  onChange={(status) => state.set({ status })}
                />
                <ScopeFilters state={state} />
              </>
            }
            {...(can(kind.status) && {
              selection,
              bulk: <ContentBulkActions rows={selected} kind={kind} onDone={selection.clear} />,
              selectAll: async () => (query.data?.rows ?? []).map(keyOfContent),
            })}
            rowActions={(row) => (
              <ContentRowActions row={row} kind={kind} onAction={(action) => setDialog({ action, row })} />
            )}
            empty={(filtered) => (
              <EmptyState
                icon={IconFileText}
                title={emptyTitle(
                  query.data,
                  filtered ? postsTexts.noNounFits({ noun: kind.noun }) : postsTexts.noPluralYet({ noun: kind.noun }),
                )}
                {...(filtered && { action: <Button onClick={clear}>{postsTexts.clearSearchAndFilters}</Button> })}
              >
                {filtered ? postsTexts.theSitesThatAnswered : postsTexts.connectedSitesAreAsked}
              </EmptyState>
            )}
          />
        </>
      )}
      {dialog && (
        <ContentDialog action={dialog.action} rows={[dialog.row]} kind={kind} onClose={() => setDialog(null)} />
      )}
    </>
  )
}
