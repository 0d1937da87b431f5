import { Link } from '@tanstack/react-router'
import { useList } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { dayText, today } from '../ui/format/day.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconInbox } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { Tabs } from '../ui/tabs.tsx'
import { type InboxItem, linkTo } from './inbox-item.ts'
import { inboxTexts } from './inbox-texts.ts'
import { ItemButton, ItemMenu } from './item-actions.tsx'

const pollMs = 30_000

const tones: Record<string, Tone> = {
  'site-down': 'bad',
  vulnerability: 'bad',
  'update-failed': 'bad',
  'site-disconnected': 'bad',
  'rollout-paused': 'warn',
  certificate: 'warn',
  domain: 'warn',
}

const columnsFor = (labels: ReadonlyMap<string, string>): readonly Column<InboxItem>[] => [
  {
    key: 'what',
    title: inboxTexts.what,
    primary: true,
    widthPercent: 60,
    cell: ({ kind, title, detail, path }) => (
      <div>
        <span className="line">
          <Badge tone={tones[kind] ?? 'note'}>{sentence(labels.get(kind) ?? kind)}</Badge>
          <Link {...linkTo(path)} className="row-name">
            {sentence(title)}
          </Link>
        </span>
        <div className="soft small">{sentence(detail)}</div>
      </div>
    ),
  },
  {
    key: 'when',
    wide: true,
    title: inboxTexts.when,
    cell: ({ at, time, snoozed_until }) => (
      <div>
        <span className="nowrap">
          <span className="soft small">{inboxTexts.whenOf({ time })} </span>
          {time === 'due' && at ? <DueDay at={at} /> : <RelativeTime at={at} never={inboxTexts.never} />}
        </span>
        {snoozed_until !== null && (
          <div className="soft small">
            {inboxTexts.snoozedUntil} <RelativeTime at={snoozed_until} />
          </div>
        )}
      </div>
    ),
  },
  {
    key: 'assigned',
    title: inboxTexts.assigned,
    from: 1000,
    wide: true,
    cell: ({ assigned_to }) => assigned_to ?? <span className="soft nowrap">{inboxTexts.notAssigned}</span>,
  },
]

/** The day: the title counts how many are left, and hours would count them differently. Days without a time are at midnight UTC. */
const DueDay = ({ at }: { at: string }) => (
  <time dateTime={at} className="nowrap">
    {dayText(at.endsWith('T00:00:00Z') ? at.slice(0, 10) : today(new Date(at)))}
  </time>
)

const lists = ['open', 'mine', 'snoozed'] as const
type ListName = (typeof lists)[number]

export default function TodayPage() {
  const state = useTableState({ filters: ['list', 'kind'] })
  const { kind } = state.filters
  const list = lists.find((each) => each === state.filters.list) ?? 'open'
  const query = useList('list-inbox', { ...pagingOf(state), list, ...(kind && { kind }) }, { every: pollMs })
  const counts = query.data?.extra.counts
  const kinds = query.data?.extra.kinds ?? []
  const labels = new Map(kinds.map((each) => [each.kind, each.label]))
  const tab = (name: ListName, label: (count: { count: number }) => string) => ({
    label: label({ count: counts?.[name] ?? 0 }),
    link: { to: '/today' as const, search: (name === 'open' ? {} : { list: name }) as never },
    current: list === name,
  })
  return (
    <>
      <PageHeader title={inboxTexts.title}>{inboxTexts.subtitle}</PageHeader>
      {counts && (
        <Tabs
          label={inboxTexts.lists}
          tabs={[tab('open', inboxTexts.open), tab('mine', inboxTexts.mine), tab('snoozed', inboxTexts.snoozed)]}
        />
      )}
      <DataTable
        name="inbox"
        label={inboxTexts.items}
        columns={columnsFor(labels)}
        query={query}
        rowId={(item) => `${item.kind} ${item.item_id}`}
        rowName={({ title }) => title}
        state={state}
        filters={
          <FilterSelect
            label={inboxTexts.kind}
            value={kind}
            options={[
              { value: '', label: inboxTexts.anyKind },
              ...kinds.map(({ kind, label, total }) => ({
                value: kind,
                label: inboxTexts.kindCount({ label: sentence(label), count: total }),
              })),
            ]}
            onChange={(value) => state.set({ kind: value })}
          />
        }
        rowActions={(item) => (
          <span className="row-actions">
            <ItemButton item={item} />
            <ItemMenu item={item} />
          </span>
        )}
        empty={() => (kind ? <EmptyKind onClear={() => state.set({ kind: '' })} /> : <EmptyList list={list} />)}
      />
    </>
  )
}

const EmptyKind = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={IconInbox}
    title={inboxTexts.emptyKind}
    action={<Button onClick={onClear}>{inboxTexts.showAll}</Button>}
  />
)

function EmptyList({ list }: { list: ListName }) {
  if (list === 'mine') return <EmptyState icon={IconInbox} title={inboxTexts.emptyMine} />
  if (list === 'snoozed') return <EmptyState icon={IconInbox} title={inboxTexts.emptySnoozed} />
  return (
    <EmptyState
      icon={IconInbox}
      title={inboxTexts.empty}
      action={<LinkButton to="/">{inboxTexts.overview}</LinkButton>}
    >
      {inboxTexts.emptyText}
    </EmptyState>
  )
}
