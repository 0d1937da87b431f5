import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { TagChip } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconPencil, IconPlus, IconTag, IconTrash } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type Tag, TagDialog } from './tag-dialog.tsx'

const columns: readonly Column<Tag>[] = [
  { key: 'name', title: 'Tag', sort: 'name', primary: true, cell: (tag) => <TagChip {...tag} /> },
  {
    key: 'sites',
    title: 'Sites',
    number: true,
    cell: ({ id, sites_count }) =>
      sites_count === 0 ? (
        <span className="soft">0</span>
      ) : (
        <Link to="/sites" search={{ tag_id: String(id) }} className="count">
          {sites_count.toLocaleString()}
        </Link>
      ),
  },
  { key: 'created', title: 'Added', sort: 'created_at', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

export default function TagsPage() {
  const state = useTableState({ sort: 'name' })
  const can = useCan()
  const [editing, setEditing] = useState<Tag | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Tag | null>(null)
  const query = useList('list-tags', {
    ...pagingOf(state),
    ...(state.search !== '' && { search: state.search }),
    orderby: state.sort as InputOf<'list-tags'>['orderby'],
    order: state.order,
  })
  const add = can('add-tag') && (
    <Button icon={IconPlus} tone="primary" onClick={() => setEditing('new')}>
      Add a tag
    </Button>
  )
  return (
    <>
      <PageHeader title="Tags" actions={add}>
        Words to group sites by. Put them on sites on the page Sites: choose some, then Tag.
      </PageHeader>
      <DataTable
        name="tags"
        label="Tags"
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel="Search tags"
        rowActions={(tag) => (
          <span className="row-buttons">
            {can('update-tag') && (
              <IconButton small icon={IconPencil} label={`Edit ${tag.name}`} onClick={() => setEditing(tag)} />
            )}
            {can('delete-tag') && (
              <IconButton small icon={IconTrash} label={`Delete ${tag.name}`} onClick={() => setDeleting(tag)} />
            )}
          </span>
        )}
        empty={(filtered) =>
          filtered ? (
            <EmptyState
              icon={IconTag}
              title="No tag fits"
              action={<Button onClick={() => state.set({ search: '' })}>Clear the search</Button>}
            />
          ) : (
            <EmptyState icon={IconTag} title="No tags yet" action={add}>
              Tags find sites again: by plan, by server, by who looks after them. Costs can be for a tag, and keys of
              the API can be limited to one.
            </EmptyState>
          )
        }
      />
      {editing && <TagDialog {...(editing !== 'new' && { tag: editing })} onClose={() => setEditing(null)} />}
      {deleting && (
        <PlanDialog
          operation="delete-tag"
          input={{ tag_id: deleting.id }}
          title={`Delete the tag ${deleting.name}`}
          action="Delete"
          doing={`Deleting ${deleting.name}`}
          done={`The tag ${deleting.name} is deleted`}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
