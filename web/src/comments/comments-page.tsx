import './comments.css'
import { useCan } from '../api/session.tsx'
import { noScope, ScopeFilters, scopeFilters, scopeOf } from '../fleet/scope.tsx'
import { emptyTitle, SelectSitesToQuery, UnansweredSites } from '../fleet/select-sites-to-query.tsx'
import { SiteLink } from '../fleet/site-link.tsx'
import { useSiteQuery } from '../fleet/use-site-query.ts'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconMessageCircle } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { useLocalList } from '../ui/table/local-list.ts'
import { useSelection } from '../ui/table/selection.ts'
import { useTableState } from '../ui/table/table-state.ts'
import { Tabs } from '../ui/tabs.tsx'
import { type Comment, CommentActions, CommentBulkActions, keyOfComment } from './comment-actions.tsx'
import { commentsTexts } from './comments-texts.ts'

const statuses = [
  ['pending', commentsTexts.waiting, 'warn'],
  ['approved', commentsTexts.approved, 'good'],
  ['spam', commentsTexts.spam, 'bad'],
  ['trash', commentsTexts.trash, 'still'],
  ['all', commentsTexts.all, 'still'],
] as const satisfies [string, string, Tone][]

const columns: readonly Column<Comment>[] = [
  {
    key: 'comment',
    title: commentsTexts.comment,
    primary: true,
    cell: ({ comment_content, comment_author, comment_author_email, comment_author_ip }) => (
      <div className="comment">
        <p>{comment_content}</p>
        <div className="soft small">
          <strong>{comment_author || commentsTexts.aVisitor2}</strong>
          {comment_author_email && ` · ${comment_author_email}`}
          {comment_author_ip && ` · ${comment_author_ip}`}
        </div>
      </div>
    ),
  },
  {
    key: 'post',
    title: commentsTexts.on,
    sort: 'post',
    wide: true,
    cell: ({ post_title }) => post_title,
    blank: ({ post_title }) => post_title === '',
  },
  {
    key: 'site',
    title: commentsTexts.site,
    sort: 'site',
    wide: true,
    cell: ({ website_id, website_name, website_url }) => (
      <SiteLink id={website_id} name={website_name} url={website_url} tab="comments" />
    ),
  },
  {
    key: 'status',
    title: commentsTexts.status,
    cell: ({ comment_status }) => {
      const [, label, tone] = statuses.find(([value]) => value === comment_status) ?? statuses[4]
      return (
        <Badge tone={tone} dot>
          {label}
        </Badge>
      )
    },
  },
  {
    key: 'written',
    title: commentsTexts.written,
    sort: 'written',
    cell: ({ comment_date }) => <RelativeTime at={comment_date} />,
  },
]

const sorts: Readonly<Record<string, (row: Comment) => string | number | null>> = {
  post: ({ post_title }) => post_title.toLowerCase(),
  site: ({ website_name }) => website_name.toLowerCase(),
  written: ({ comment_date }) => comment_date,
}

export default function CommentsPage() {
  const { filters: address } = useTableState({ filters: ['status', ...scopeFilters] })
  const status = statuses.find(([value]) => value === address.status)?.[0] ?? 'pending'
  return (
    <>
      <PageHeader title={commentsTexts.comments}>{commentsTexts.whatVisitorsWroteThe}</PageHeader>
      <Tabs
        label={commentsTexts.commentsByStatus}
        tabs={statuses.map(([value, label]) => ({
          label,
          // Switching the tab keeps the scope but not the page number.
          link: { to: '/comments', search: { ...address, status: value } },
          current: value === status,
        }))}
      />
      <ModuleGate module="comments">
        <CommentQueue status={status} />
      </ModuleGate>
    </>
  )
}

function CommentQueue({ status }: { status: (typeof statuses)[number][0] }) {
  const state = useTableState({ sort: 'written', order: 'desc', filters: scopeFilters })
  const can = useCan()
  const selection = useSelection()
  const { query, needsScope, sites } = useSiteQuery('list-comments', state, {
    ...scopeOf(state),
    status,
    ...(state.search && { keyword: state.search }),
  })
  const list = useLocalList(query, query.data?.rows, state, sorts)
  const selected = (query.data?.rows ?? []).filter((row) => selection.ids.has(keyOfComment(row)))
  if (needsScope) return <SelectSitesToQuery state={state} what="comments" sites={sites} />
  return (
    <>
      <UnansweredSites sites={query.data?.unanswered ?? []} retry={() => void query.refetch()} />
      <DataTable
        name="comments"
        label={commentsTexts.comments}
        // A tab for one status needs no status column.
        columns={status === 'all' ? columns : columns.filter(({ key }) => key !== 'status')}
        query={list}
        rowId={keyOfComment}
        rowName={({ comment_author }) => commentsTexts.commentOf({ author: comment_author || commentsTexts.aVisitor })}
        state={state}
        searchLabel={commentsTexts.searchComments}
        filters={<ScopeFilters state={state} />}
        {...(can('moderate-comments') && {
          selection,
          bulk: <CommentBulkActions comments={selected} onDone={selection.clear} />,
          selectAll: async () => (query.data?.rows ?? []).map(keyOfComment),
        })}
        rowActions={(comment) => <CommentActions comment={comment} />}
        empty={(filtered) => (
          <EmptyState
            icon={IconMessageCircle}
            title={emptyTitle(
              query.data,
              filtered
                ? commentsTexts.noCommentFits
                : status === 'pending'
                  ? commentsTexts.nothingWaitsForYou
                  : commentsTexts.noneHere,
            )}
            {...(filtered && {
              action: (
                <Button onClick={() => state.set({ search: '', ...noScope })}>
                  {commentsTexts.clearSearchAndFilters}
                </Button>
              ),
            })}
          >
            {!filtered && status === 'pending' && commentsTexts.newCommentsThatWait}
          </EmptyState>
        )}
      />
    </>
  )
}
