import type { OutputOf } from '../../../../contract/client.ts'
import { useOperation } from '../../api/query.ts'
import { contentStatuses } from '../../posts/content-kind.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/form/filter-select.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconFileText } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useLocalList } from '../../ui/table/local-list.ts'
import { useTableState } from '../../ui/table/table-state.ts'
import type { SiteTab } from '../site-tab.ts'
import { tabsTexts } from './tabs-texts.ts'

type Answer = OutputOf<'list-posts'>['by_site']
type Post = Answer[string][number]

const statusTone: Readonly<Record<string, Tone>> = { publish: 'good', future: 'note', pending: 'warn', private: 'note' }

const columns: readonly Column<Post>[] = [
  {
    key: 'title',
    title: tabsTexts.title,
    primary: true,
    sort: 'title',
    cell: ({ title }) => <span className="row-name">{title || tabsTexts.withoutATitle}</span>,
  },
  {
    key: 'status',
    title: tabsTexts.status,
    cell: ({ status }) => (
      <Badge tone={statusTone[status] ?? 'still'}>
        {contentStatuses.find(({ value }) => value === status)?.label ?? status}
      </Badge>
    ),
  },
  { key: 'author', title: tabsTexts.author, cell: ({ author }) => author },
  { key: 'comments', title: tabsTexts.comments, number: true, cell: ({ comment_count }) => comment_count },
  { key: 'changed', title: tabsTexts.changed, sort: 'changed', cell: ({ dts }) => <RelativeTime at={dts} never="–" /> },
]

const sorts = { title: ({ title }: Post) => title, changed: ({ dts }: Post) => dts }
const kinds = [
  { value: '', label: tabsTexts.posts },
  { value: 'pages', label: tabsTexts.pages },
]

export default function PostsTab({ site }: SiteTab) {
  const state = useTableState({ sort: 'changed', order: 'desc', filters: ['kind'], size: 25 })
  const operation = state.filters.kind === 'pages' ? 'list-pages' : 'list-posts'
  const dialog = site.status === 'connected'
  const query = useOperation(operation, { websites: [site.id], maximum: 100 }, { enabled: dialog })
  const bySite = query.data as Answer | undefined
  const list = useLocalList(query, bySite && Object.values(bySite).flat(), state, sorts)
  if (!dialog) return <Notice tone="warn">{tabsTexts.theSiteIsAskedFor({ status: site.status })}</Notice>
  return (
    <DataTable
      name="site-posts"
      label={tabsTexts.posts}
      columns={columns}
      query={list}
      rowId={({ id }) => id}
      state={state}
      filters={
        <>
          <FilterSelect
            label={tabsTexts.kind}
            value={state.filters.kind}
            options={kinds}
            onChange={(kind) => state.set({ kind })}
          />
          <LinkButton to="/posts" search={{ site_id: String(site.id) }} icon={IconFileText}>
            {tabsTexts.writeAndEdit}
          </LinkButton>
        </>
      }
      empty={() => (
        <EmptyState icon={IconFileText} title={tabsTexts.nothingHere}>
          {tabsTexts.theSiteShowsNone}
        </EmptyState>
      )}
    />
  )
}
