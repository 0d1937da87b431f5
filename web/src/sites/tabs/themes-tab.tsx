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
import { uiTexts } from '../../ui/ui-texts.ts'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { UpdateLink } from './plugin-columns.tsx'
import { tabsTexts } from './tabs-texts.ts'

type Theme = RowOf<'get-site-themes'>

const columns: readonly Column<Theme>[] = [
  {
    key: 'name',
    title: tabsTexts.theme,
    primary: true,
    cell: ({ name, slug, parent_of_active }) => (
      <div>
        <div className="line">
          <span className="row-name">{name || slug}</span>
          {parent_of_active && <Badge tone="note">{tabsTexts.parentOfTheActive}</Badge>}
        </div>
        <div className="soft small">{slug}</div>
      </div>
    ),
  },
  {
    key: 'status',
    title: tabsTexts.status,
    cell: ({ active }) => <StatusBadge status={active ? 'active' : 'inactive'} />,
  },
  { key: 'version', title: tabsTexts.version, cell: ({ version }) => version || <span className="soft">–</span> },
  {
    key: 'update',
    title: tabsTexts.update,
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
        label={tabsTexts.themes}
        columns={columns}
        query={query}
        rowId={({ slug }) => slug}
        state={state}
        searchLabel={tabsTexts.searchThemes}
        filters={<InstallHere type="theme" siteId={site.id} />}
        rowActions={(theme) =>
          !theme.active && (
            <>
              {can('activate-site-theme') && (
                <Button small tone="quiet" onClick={() => setDialog({ action: 'activate', theme })}>
                  {tabsTexts.activate}
                </Button>
              )}
              {can('delete-site-themes') && !theme.parent_of_active && (
                <IconButton
                  small
                  icon={IconTrash}
                  label={tabsTexts.deleteName({ name: theme.name })}
                  onClick={() => setDialog({ action: 'delete', theme })}
                />
              )}
            </>
          )
        }
        empty={(filtered) => (
          <EmptyState icon={IconBrush} title={filtered ? tabsTexts.noThemeFits : tabsTexts.noThemesKnown}>
            {filtered ? tabsTexts.tryAnotherWord : tabsTexts.syncTheSiteItThen}
          </EmptyState>
        )}
      />
      {dialog?.action === 'activate' && (
        <PlanDialog
          operation="activate-site-theme"
          input={{ site_id_or_domain: site.id, slug: dialog.theme.slug }}
          title={tabsTexts.activateNameOnWhere({ name: dialog.theme.name, where })}
          action={tabsTexts.activate}
          doing={tabsTexts.activatingName({ name: dialog.theme.name })}
          done={tabsTexts.nameIsTheTheme({ name: dialog.theme.name })}
          onClose={close}
        />
      )}
      {dialog?.action === 'delete' && (
        <PlanDialog
          operation="delete-site-themes"
          input={{ site_id_or_domain: site.id, slugs: [dialog.theme.slug] }}
          title={tabsTexts.deleteNameFromWhere({ name: dialog.theme.name, where })}
          action={uiTexts.delete}
          doing={tabsTexts.deletingName({ name: dialog.theme.name })}
          done={tabsTexts.nameIsDeleted({ name: dialog.theme.name })}
          danger
          onClose={close}
        />
      )}
    </div>
  )
}
