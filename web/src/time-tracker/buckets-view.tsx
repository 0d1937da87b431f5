import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { intervalLabels } from '../costs/cost-labels.ts'
import { IconButton, LinkButton } from '../ui/button.tsx'
import { IconClock, IconPencil, IconPlus, IconTrash } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { Balance } from './balance.tsx'
import { type Bucket, BucketDialog } from './bucket-dialog.tsx'
import { timeTrackerTexts } from './time-tracker-texts.ts'

const columns: readonly Column<Bucket>[] = [
  {
    key: 'title',
    title: timeTrackerTexts.bucket,
    sort: 'title',
    primary: true,
    cell: ({ title, description }) => (
      <div style={{ minWidth: 0 }}>
        <span className="row-name">{title}</span>
        {description !== '' && <div className="soft small cut">{description}</div>}
      </div>
    ),
  },
  {
    key: 'balance',
    title: timeTrackerTexts.balance,
    wide: true,
    cell: (bucket) => <Balance bucket={bucket} named={false} />,
  },
  {
    key: 'recurrence',
    title: timeTrackerTexts.rhythm,
    cell: ({ recurrence }) =>
      recurrence === 'none' ? timeTrackerTexts.once : (intervalLabels[recurrence] ?? recurrence),
  },
  {
    key: 'clients',
    title: timeTrackerTexts.for,
    wide: true,
    cell: ({ clients }) =>
      clients.length === 0 ? (
        <span className="soft">{timeTrackerTexts.anyonesWork}</span>
      ) : (
        <span className="line">
          {clients.map(({ id, name }) => (
            <Link key={id} to="/clients/$clientId" params={{ clientId: String(id) }}>
              {name}
            </Link>
          ))}
        </span>
      ),
  },
]

export function BucketsView() {
  const can = useCan()
  const state = useTableState({ sort: 'title', size: 25 })
  const { new: adding } = useSearch({ strict: false }) as { new?: string }
  const navigate = useNavigate()
  const [editing, setEditing] = useState<Bucket | null>(null)
  const [deleting, setDeleting] = useState<Bucket | null>(null)
  const query = useList('list-time-buckets', {
    ...pagingOf(state),
    ...(state.search !== '' && { search: state.search }),
    orderby: state.sort as InputOf<'list-time-buckets'>['orderby'],
    order: state.order,
  })
  const add = can('add-time-bucket') && (
    <LinkButton to="/time-tracker" search={{ view: 'buckets', new: '1' }} icon={IconPlus} tone="primary">
      {timeTrackerTexts.addABucket}
    </LinkButton>
  )
  const close = () => {
    setEditing(null)
    if (adding) void navigate({ to: '/time-tracker', search: { view: 'buckets' }, resetScroll: false })
  }
  return (
    <>
      <p className="soft">{timeTrackerTexts.aBucketIsA}</p>
      <DataTable
        name="time-buckets"
        label={timeTrackerTexts.bucketsOfHours}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel={timeTrackerTexts.searchBuckets}
        rowActions={(bucket) => (
          <span className="row-buttons">
            {can('update-time-bucket') && (
              <IconButton
                small
                icon={IconPencil}
                label={timeTrackerTexts.editTitle({ title: bucket.title })}
                onClick={() => setEditing(bucket)}
              />
            )}
            {can('delete-time-bucket') && (
              <IconButton
                small
                icon={IconTrash}
                label={timeTrackerTexts.deleteTitle({ title: bucket.title })}
                onClick={() => setDeleting(bucket)}
              />
            )}
          </span>
        )}
        empty={(filtered) => (
          <EmptyState
            icon={IconClock}
            title={filtered ? timeTrackerTexts.noBucketFits : timeTrackerTexts.noBucketsYet}
            action={!filtered && add}
          >
            {filtered ? timeTrackerTexts.searchForSomethingElse : timeTrackerTexts.forExampleFourHours}
          </EmptyState>
        )}
      />
      {editing && <BucketDialog bucket={editing} onClose={close} />}
      {adding && !editing && can('add-time-bucket') && <BucketDialog onClose={close} />}
      {deleting && (
        <PlanDialog
          operation="delete-time-bucket"
          input={{ bucket_id: deleting.id }}
          title={timeTrackerTexts.deleteTitle({ title: deleting.title })}
          action={uiTexts.delete}
          doing={timeTrackerTexts.deletingTitle({ title: deleting.title })}
          done={timeTrackerTexts.titleIsDeleted({ title: deleting.title })}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
