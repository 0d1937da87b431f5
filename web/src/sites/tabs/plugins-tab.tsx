import { useState } from 'react'
import type { InputOf } from '../../../../contract/client.ts'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { useList } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { IconPlug, IconTrash } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useSelection } from '../../ui/table/selection.ts'
import { pagingOf, useTableState } from '../../ui/table/table-state.ts'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { isFixed, type Plugin, pluginColumns } from './plugin-columns.tsx'

const statuses = [
  { value: '', label: 'Active or not' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

type Asked = { act: keyof typeof acts; slugs: string[]; words: string }

const acts = {
  activate: { operation: 'activate-site-plugins', action: 'Activate', doing: 'Activating', done: 'activated' },
  deactivate: {
    operation: 'deactivate-site-plugins',
    action: 'Deactivate',
    doing: 'Deactivating',
    done: 'deactivated',
  },
  delete: { operation: 'delete-site-plugins', action: 'Delete', doing: 'Deleting', done: 'deleted' },
} as const

/** The plugins of the site: switched on and off, or deleted, each after a look at the plan. */
export default function PluginsTab({ site }: SiteTab) {
  const can = useCan()
  const state = useTableState({ filters: ['status'], size: 100 })
  const selection = useSelection()
  const [asked, setAsked] = useState<Asked | null>(null)
  const query = useList('get-site-plugins', {
    site_id_or_domain: site.id,
    ...pagingOf(state),
    ...(state.search && { search: state.search }),
    ...(state.filters.status && { status: state.filters.status as InputOf<'get-site-plugins'>['status'] }),
  })
  const abandoned = useList('get-abandoned-plugins', { site_id_or_domain: site.id, per_page: 100 })
  const chosen = [...selection.ids].map(String)
  const ask = (act: Asked['act'], slugs: string[], words: string) => setAsked({ act, slugs, words })
  const offered = (Object.keys(acts) as Asked['act'][]).filter((act) => can(acts[act].operation))
  const words = chosen.length === 1 ? 'one plugin' : `${chosen.length} plugins`
  return (
    <div className="site-software">
      <DataTable
        name="site-plugins"
        label="Plugins"
        columns={pluginColumns(new Map(abandoned.data?.rows.map(({ slug, last_updated }) => [slug, last_updated])))}
        query={query}
        rowId={({ slug }) => slug}
        rowName={({ name }) => name}
        state={state}
        searchLabel="Search plugins"
        filters={
          <FilterSelect
            label="Status"
            value={state.filters.status}
            options={statuses}
            onChange={(status) => state.set({ status })}
          />
        }
        {...(offered.length > 0 && {
          selection,
          bulk: offered.map((act) => (
            <Button
              key={act}
              small
              tone={act === 'delete' ? 'danger' : 'plain'}
              onClick={() => ask(act, chosen, words)}
            >
              {acts[act].action}
            </Button>
          )),
          rowActions: (plugin: Plugin) =>
            !isFixed(plugin) &&
            offered
              .filter((act) => act !== (plugin.active ? 'activate' : 'deactivate'))
              .filter((act) => act !== 'delete' || !plugin.active)
              .map((act) =>
                act === 'delete' ? (
                  <IconButton
                    key={act}
                    small
                    icon={IconTrash}
                    label={`Delete ${plugin.name}`}
                    onClick={() => ask(act, [plugin.slug], plugin.name)}
                  />
                ) : (
                  <Button key={act} small tone="quiet" onClick={() => ask(act, [plugin.slug], plugin.name)}>
                    {acts[act].action}
                  </Button>
                ),
              ),
        })}
        empty={(filtered) => (
          <EmptyState icon={IconPlug} title={filtered ? 'No plugin fits' : 'No plugins known'}>
            {filtered ? 'Try another word or status.' : 'Sync the site: it then tells which plugins it has.'}
          </EmptyState>
        )}
      />
      {asked && (
        <PlanDialog
          key={asked.act}
          operation={acts[asked.act].operation}
          input={{ site_id_or_domain: site.id, slugs: asked.slugs }}
          title={`${acts[asked.act].action} ${asked.words} on ${nameOf(site)}`}
          action={acts[asked.act].action}
          doing={`${acts[asked.act].doing} ${asked.words}`}
          done={`${asked.words[0]!.toUpperCase()}${asked.words.slice(1)} ${acts[asked.act].done}`}
          danger={asked.act === 'delete'}
          onClose={() => setAsked(null)}
          onDone={selection.clear}
        />
      )}
    </div>
  )
}
