import { useState } from 'react'
import type { InputOf } from '../../../../contract/client.ts'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { useList } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { InstallHere } from '../../software/install-here.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/form/filter-select.tsx'
import { IconPlug, IconTrash } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useSelection } from '../../ui/table/selection.ts'
import { pagingOf, useTableState } from '../../ui/table/table-state.ts'
import { uiTexts } from '../../ui/ui-texts.ts'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { isFixed, type Plugin, pluginColumns } from './plugin-columns.tsx'
import { tabsTexts } from './tabs-texts.ts'

const statuses = [
  { value: '', label: tabsTexts.activeOrNot },
  { value: 'active', label: tabsTexts.active },
  { value: 'inactive', label: tabsTexts.inactive },
]

type PluginDialog = { action: keyof typeof actions; slugs: string[]; description: string }

const actions = {
  activate: {
    operation: 'activate-site-plugins',
    action: tabsTexts.activate,
    doing: tabsTexts.activating,
    done: tabsTexts.pluginsActivated,
  },
  deactivate: {
    operation: 'deactivate-site-plugins',
    action: tabsTexts.deactivate,
    doing: tabsTexts.deactivating,
    done: tabsTexts.pluginsDeactivated,
  },
  delete: {
    operation: 'delete-site-plugins',
    action: uiTexts.delete,
    doing: tabsTexts.deleting,
    done: tabsTexts.pluginsDeleted,
  },
} as const

/** Activates, deactivates and deletes plugins, after showing the plan. */
export default function PluginsTab({ site }: SiteTab) {
  const can = useCan()
  const state = useTableState({ filters: ['status'], size: 100 })
  const selection = useSelection()
  const [dialog, setDialog] = useState<PluginDialog | null>(null)
  const query = useList('get-site-plugins', {
    site_id_or_domain: site.id,
    ...pagingOf(state),
    ...(state.search && { search: state.search }),
    ...(state.filters.status && { status: state.filters.status as InputOf<'get-site-plugins'>['status'] }),
  })
  const abandoned = useList('get-abandoned-plugins', { site_id_or_domain: site.id, per_page: 100 })
  const selected = [...selection.ids].map(String)
  const openDialog = (action: PluginDialog['action'], slugs: string[], description: string) =>
    setDialog({ action, slugs, description })
  const offered = (Object.keys(actions) as PluginDialog['action'][]).filter((action) => can(actions[action].operation))
  const description = selected.length === 1 ? tabsTexts.onePlugin : tabsTexts.countPlugins({ count: selected.length })
  return (
    <div className="site-software">
      <DataTable
        name="site-plugins"
        label={tabsTexts.plugins}
        columns={pluginColumns(new Map(abandoned.data?.rows.map(({ slug, last_updated }) => [slug, last_updated])))}
        query={query}
        rowId={({ slug }) => slug}
        rowName={({ name }) => name}
        state={state}
        searchLabel={tabsTexts.searchPlugins}
        filters={
          <>
            <FilterSelect
              label={tabsTexts.status}
              value={state.filters.status}
              options={statuses}
              onChange={(status) => state.set({ status })}
            />
            <InstallHere type="plugin" siteId={site.id} />
          </>
        }
        {...(offered.length > 0 && {
          selection,
          bulk: offered.map((action) => (
            <Button
              key={action}
              small
              tone={action === 'delete' ? 'danger' : 'plain'}
              onClick={() => openDialog(action, selected, description)}
            >
              {actions[action].action}
            </Button>
          )),
          rowActions: (plugin: Plugin) =>
            !isFixed(plugin) &&
            offered
              .filter((action) => action !== (plugin.active ? 'activate' : 'deactivate'))
              .filter((action) => action !== 'delete' || !plugin.active)
              .map((action) =>
                action === 'delete' ? (
                  <IconButton
                    key={action}
                    small
                    icon={IconTrash}
                    label={tabsTexts.deleteName({ name: plugin.name })}
                    onClick={() => openDialog(action, [plugin.slug], plugin.name)}
                  />
                ) : (
                  <Button
                    key={action}
                    small
                    tone="quiet"
                    onClick={() => openDialog(action, [plugin.slug], plugin.name)}
                  >
                    {actions[action].action}
                  </Button>
                ),
              ),
        })}
        empty={(filtered) => (
          <EmptyState icon={IconPlug} title={filtered ? tabsTexts.noPluginFits : tabsTexts.noPluginsKnown}>
            {filtered ? tabsTexts.tryAnotherWordOr : tabsTexts.syncTheSiteIt}
          </EmptyState>
        )}
      />
      {dialog && (
        <PlanDialog
          key={dialog.action}
          operation={actions[dialog.action].operation}
          input={{ site_id_or_domain: site.id, slugs: dialog.slugs }}
          title={tabsTexts.actionDescriptionOnSite({
            action: actions[dialog.action].action,
            description: dialog.description,
            site: nameOf(site),
          })}
          action={actions[dialog.action].action}
          doing={`${actions[dialog.action].doing} ${dialog.description}`}
          done={actions[dialog.action].done({ description: dialog.description })}
          danger={dialog.action === 'delete'}
          onClose={() => setDialog(null)}
          onDone={selection.clear}
        />
      )}
    </div>
  )
}
