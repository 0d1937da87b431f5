import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { IconTag, IconUsers } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { StepCounts } from './update-badges.tsx'
import { type ChosenSites, UpdateSitesDialog } from './update-sites-dialog.tsx'

type Group = (RowOf<'list-updates-by-client'> | RowOf<'list-updates-by-tag'>) & { client_id?: number | null }
type By = 'client' | 'tag'

const nameOf = (group: Group): string =>
  'tag_name' in group ? group.tag_name : (group.client_name ?? 'Sites without a client')
const idOf = (group: Group): number => ('tag_id' in group ? group.tag_id : (group.client_id ?? 0))

/** The group as filters of the list of sites. */
const searchOf = (group: Group) => ({
  view: 'sites',
  ...('tag_id' in group
    ? { tag_id: String(group.tag_id) }
    : group.client_id == null
      ? { without_client: '1' }
      : { client_id: String(group.client_id) }),
})
const filterOf = (group: Group) => ({
  has_updates: true,
  ...('tag_id' in group
    ? { tag_ids: [group.tag_id] }
    : group.client_id == null
      ? { without_client: true }
      : { client_id: group.client_id }),
})

const number = (count: number) => (count === 0 ? <span className="soft">0</span> : count.toLocaleString())

const columnsFor = (by: By): readonly Column<Group>[] => [
  {
    key: 'name',
    title: by === 'client' ? 'Client' : 'Tag',
    primary: true,
    widthPercent: 24,
    cell: (group) => (
      <Link to="/updates" search={searchOf(group)} className="row-name">
        {nameOf(group)}
      </Link>
    ),
  },
  { key: 'sites', title: 'Sites', number: true, cell: ({ sites }) => number(sites) },
  { key: 'core', title: 'WordPress', number: true, cell: ({ summary }) => number(summary.core) },
  { key: 'plugins', title: 'Plugins', number: true, cell: ({ summary }) => number(summary.plugins) },
  { key: 'themes', title: 'Themes', number: true, cell: ({ summary }) => number(summary.themes) },
  { key: 'translations', title: 'Translations', number: true, cell: ({ summary }) => number(summary.translations) },
  { key: 'steps', title: 'How far', wide: true, cell: ({ steps }) => <StepCounts counts={steps} /> },
]

/** Pending updates by client or tag, with links to their sites. */
export function GroupsView({ by }: { by: By }) {
  const can = useCan()
  const state = useTableState()
  const clients = useList('list-updates-by-client', pagingOf(state), { enabled: by === 'client' })
  const tags = useList('list-updates-by-tag', pagingOf(state), { enabled: by === 'tag' })
  const [planned, setPlanned] = useState<ChosenSites | null>(null)
  const plan = (group: Group) =>
    setPlanned({ title: `Update ${nameOf(group)}`, choice: { filter: filterOf(group) }, total: group.sites })
  return (
    <>
      <DataTable<Group>
        name={`update-${by}s`}
        label={`Updates by ${by}`}
        columns={columnsFor(by)}
        query={(by === 'client' ? clients : tags) as never}
        rowId={idOf}
        state={state}
        {...(can('run-updates') && {
          rowActions: (group: Group) => (
            <Button small aria-label={`Update the sites of ${nameOf(group)}`} onClick={() => plan(group)}>
              Update
            </Button>
          ),
        })}
        empty={() => (
          <EmptyState
            icon={by === 'client' ? IconUsers : IconTag}
            title={by === 'client' ? 'Nothing waits for any client' : 'Nothing waits on sites with a tag'}
            action={<LinkButton to={by === 'client' ? '/clients' : '/tags'}>Go to the {by}s</LinkButton>}
          />
        )}
      />
      {planned && <UpdateSitesDialog {...planned} onClose={() => setPlanned(null)} />}
    </>
  )
}
