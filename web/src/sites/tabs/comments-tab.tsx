import type { InputOf, OutputOf } from '../../../../contract/client.ts'
import { runAction } from '../../actions/run-action.tsx'
import { useOperation } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { commentsTexts } from '../../comments/comments-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/form/filter-select.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconMessageCircle } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useLocalList } from '../../ui/table/local-list.ts'
import { useSelection } from '../../ui/table/selection.ts'
import { useTableState } from '../../ui/table/table-state.ts'
import { uiTexts } from '../../ui/ui-texts.ts'
import type { SiteTab } from '../site-tab.ts'
import { tabsTexts } from './tabs-texts.ts'

type Answer = OutputOf<'list-site-comments'>['by_site']
type Comment = Answer[string][number]

const statusLabels: Readonly<Record<Comment['comment_status'], string>> = {
  approved: commentsTexts.approved,
  pending: commentsTexts.waiting,
  spam: commentsTexts.spam,
  trash: commentsTexts.trash,
}
const tones = { approved: 'good', pending: 'warn', spam: 'bad', trash: 'still' } as const

const columns: readonly Column<Comment>[] = [
  {
    key: 'comment',
    title: tabsTexts.comment,
    primary: true,
    cell: ({ comment_author, comment_content, post_title }) => (
      <div>
        <div className="row-name">{comment_author || tabsTexts.noOnesName}</div>
        <div className="quote">{comment_content}</div>
        <div className="soft small">{tabsTexts.onPosttitle({ posttitle: post_title })}</div>
      </div>
    ),
  },
  {
    key: 'status',
    title: tabsTexts.status,
    cell: ({ comment_status }) => <Badge tone={tones[comment_status]}>{statusLabels[comment_status]}</Badge>,
  },
  { key: 'email', title: uiTexts.email, optional: true, cell: ({ comment_author_email }) => comment_author_email },
  { key: 'ip', title: tabsTexts.address, optional: true, cell: ({ comment_author_ip }) => comment_author_ip },
  {
    key: 'when',
    title: tabsTexts.when,
    sort: 'when',
    cell: ({ comment_date }) => <RelativeTime at={comment_date} never="–" />,
  },
]

const sorts = { when: ({ comment_date }: Comment) => comment_date }
const statuses = [
  { value: '', label: tabsTexts.anyStatus },
  ...(['pending', 'approved', 'spam', 'trash'] as const).map((value) => ({ value, label: statusLabels[value] })),
]

const actions = [
  ['approve', tabsTexts.approve, tabsTexts.approving],
  ['spam', tabsTexts.spam, tabsTexts.marking],
  ['trash', tabsTexts.trash, tabsTexts.moving],
] as const

export default function CommentsTab({ site }: SiteTab) {
  const can = useCan()
  const state = useTableState({ sort: 'when', order: 'desc', filters: ['status'], size: 25 })
  const selection = useSelection()
  const isConnected = site.status === 'connected'
  const status = (state.filters.status ?? 'all') as InputOf<'list-site-comments'>['status']
  const query = useOperation(
    'list-site-comments',
    { site_id_or_domain: site.id, status, maximum: 100 },
    { enabled: isConnected },
  )
  const bySite = query.data as Answer | undefined
  const list = useLocalList(query, bySite && Object.values(bySite).flat(), state, sorts)
  if (!isConnected) return <Notice tone="warn">{tabsTexts.theSiteIsAsked({ status: site.status })}</Notice>
  const moderate = ([action, , doing]: (typeof actions)[number]) => {
    const ids = [...selection.ids].map(Number)
    const description = ids.length === 1 ? tabsTexts.oneComment : tabsTexts.countComments({ count: ids.length })
    const input = { site_id_or_domain: site.id, action, comment_ids: ids }
    void runAction('moderate-comments', input, {
      doing: `${doing} ${description}`,
      done: tabsTexts.doneWithDescription({ description }),
    }).then(selection.clear)
  }
  return (
    <DataTable
      name="site-comments"
      label={tabsTexts.comments}
      columns={columns}
      query={list}
      rowId={({ comment_id }) => comment_id}
      rowName={({ comment_author }) => tabsTexts.theCommentOfCommentauthor({ commentauthor: comment_author })}
      state={state}
      filters={
        <FilterSelect
          label={tabsTexts.status}
          value={state.filters.status}
          options={statuses}
          onChange={(status) => state.set({ status })}
        />
      }
      {...(can('moderate-comments') && {
        selection,
        bulk: actions.map((action) => (
          <Button key={action[0]} small onClick={() => moderate(action)}>
            {action[1]}
          </Button>
        )),
      })}
      empty={() => <EmptyState icon={IconMessageCircle} title={tabsTexts.noComments} />}
    />
  )
}
