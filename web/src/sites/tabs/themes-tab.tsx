import { useState } from 'react'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import type { RowOf } from '../../api/call.ts'
import { useList } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { InstallHere } from '../../software/install-here.tsx'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { IconBrush, IconTrash } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../../ui/table/table-state.ts'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { UpdateLink } from './plugin-columns.tsx'

type Theme = RowOf<'get-site-themes'>

const columns: readonly Column<Theme>[] = [
  {
    key: 'name',
    title: 'Theme',
    primary: true,
    cell: ({ name, slug, parent_of_active }) => (
      <div>
        <div className="line">
          <span className="row-name">{name || slug}</span>
          {parent_of_active && <Badge tone="note">Parent of the active theme</Badge>}
        </div>
        <div className="soft small">{slug}</div>
      </div>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ active }) => <StatusBadge status={active ? 'active' : 'inactive'} /> },
  { key: 'version', title: 'Version', cell: ({ version }) => version || <span className="soft">–</span> },
  {
    key: 'update',
    title: 'Update',
    blank: ({ update_version }) => update_version === null,
    cell: ({ update_version }) => <UpdateLink version={update_version} />,
  },
]

/** Themes of the site. The active theme and its parent cannot be deleted. */
export default function ThemesTab({ site }: SiteTab) {
  const can = useCan()
  const state = useTableState({ size: 100 })
  const [dialog, setDialog] = useState<{ action: 'activate' | 'delete'; theme: Theme } | null>(null)
  const query = useList('get-site-themes', {
    site_id_or_domain: site.id,
    ...pagingOf(state),
    ...(state.search && { search: state.search }),
  })
  const close = () => setDialog(null)
  const where = nameOf(site)
  return (
    <div className="site-software">
      <DataTable
        name="site-themes"
        label="Themes"
        columns={columns}
        query={query}
        rowId={({ slug }) => slug}
        state={state}
        searchLabel="Search themes"
        filters={<InstallHere type="theme" siteId={site.id} />}
        rowActions={(theme) =>
          !theme.active && (
            <>
              {can('activate-site-theme') && (
                <Button small tone="quiet" onClick={() => setDialog({ action: 'activate', theme })}>
                  Activate
                </Button>
              )}
              {can('delete-site-themes') && !theme.parent_of_active && (
                <IconButton
                  small
                  icon={IconTrash}
                  label={`Delete ${theme.name}`}
                  onClick={() => setDialog({ action: 'delete', theme })}
                />
              )}
            </>
          )
        }
        empty={(filtered) => (
          <EmptyState icon={IconBrush} title={filtered ? 'No theme fits' : 'No themes known'}>
            {filtered ? 'Try another word.' : 'Sync the site: it then tells which themes it has.'}
          </EmptyState>
        )}
      />
      {dialog?.action === 'activate' && (
        <PlanDialog
          operation="activate-site-theme"
          input={{ site_id_or_domain: site.id, slug: dialog.theme.slug }}
          title={`Activate ${dialog.theme.name} on ${where}`}
          action="Activate"
          doing={`Activating ${dialog.theme.name}`}
          done={`${dialog.theme.name} is the theme now`}
          onClose={close}
        />
      )}
      {dialog?.action === 'delete' && (
        <PlanDialog
          operation="delete-site-themes"
          input={{ site_id_or_domain: site.id, slugs: [dialog.theme.slug] }}
          title={`Delete ${dialog.theme.name} from ${where}`}
          action="Delete"
          doing={`Deleting ${dialog.theme.name}`}
          done={`${dialog.theme.name} is deleted`}
          danger
          onClose={close}
        />
      )}
    </div>
  )
}
