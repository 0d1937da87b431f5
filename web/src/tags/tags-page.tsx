import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { TagChip } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconPencil, IconPlus, IconTag, IconTrash } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { type Tag, TagDialog } from './tag-dialog.tsx'
import { tagsTexts } from './tags-texts.ts'

const columns: readonly Column<Tag>[] = [
  { key: 'name', title: tagsTexts.tag, sort: 'name', primary: true, cell: (tag) => <TagChip {...tag} /> },
  {
    key: 'sites',
    title: tagsTexts.sites,
    number: true,
    cell: ({ id, sites_count }) =>
      sites_count === 0 ? (
        <span className="soft">0</span>
      ) : (
        <Link to="/sites" search={{ tag_id: String(id) }} className="count">
          {formatNumber(sites_count)}
        </Link>
      ),
  },
  {
    key: 'created',
    title: tagsTexts.added,
    sort: 'created_at',
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
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
      {tagsTexts.addATag}
    </Button>
  )
  return (
    <>
      <PageHeader title={tagsTexts.tags} actions={add}>
        {tagsTexts.wordsToGroupSites}
      </PageHeader>
      <DataTable
        name="tags"
        label={tagsTexts.tags}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel={tagsTexts.searchTags}
        rowActions={(tag) => (
          <span className="row-buttons">
            {can('update-tag') && (
              <IconButton
                small
                icon={IconPencil}
                label={tagsTexts.editName({ name: tag.name })}
                onClick={() => setEditing(tag)}
              />
            )}
            {can('delete-tag') && (
              <IconButton
                small
                icon={IconTrash}
                label={tagsTexts.deleteName({ name: tag.name })}
                onClick={() => setDeleting(tag)}
              />
            )}
          </span>
        )}
        empty={(filtered) =>
          filtered ? (
            <EmptyState
              icon={IconTag}
              title={tagsTexts.noTagFits}
              action={<Button onClick={() => state.set({ search: '' })}>{tagsTexts.clearTheSearch}</Button>}
            />
          ) : (
            <EmptyState icon={IconTag} title={tagsTexts.noTagsYet} action={add}>
              {tagsTexts.tagsFindSitesAgain}
            </EmptyState>
          )
        }
      />
      {editing && <TagDialog {...(editing !== 'new' && { tag: editing })} onClose={() => setEditing(null)} />}
      {deleting && (
        <PlanDialog
          operation="delete-tag"
          input={{ tag_id: deleting.id }}
          title={tagsTexts.deleteTheTagName({ name: deleting.name })}
          action={uiTexts.delete}
          doing={tagsTexts.deletingName({ name: deleting.name })}
          done={tagsTexts.theTagNameIsDeleted({ name: deleting.name })}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
