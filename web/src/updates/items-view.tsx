import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconEyeOff, IconRotateClockwise2 } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSelection } from '../ui/table/selection.ts'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { vulnerableTexts } from '../vulnerabilities/vulnerable-texts.ts'
import { type Item, itemColumns, itemOf, keyOfItem } from './item-columns.tsx'
import { ItemRowActions } from './item-row-actions.tsx'
import { describeItems, runOfItems } from './item-run.ts'
import { IgnoreDialog } from './open-ignore-dialog.tsx'
import { UpdatePlanDialog } from './update-plan-dialog.tsx'

const types = [
  { value: '', label: 'All kinds' },
  { value: 'core', label: 'WordPress' },
  { value: 'plugins', label: 'Plugins' },
  { value: 'themes', label: 'Themes' },
]
type Types = InputOf<'list-update-items'>['type']

/** Pending updates by item and version. */
export function ItemsView() {
  const can = useCan()
  const state = useTableState({ filters: ['type', 'vulnerable'] })
  const query = useList('list-update-items', {
    ...pagingOf(state),
    search: state.search,
    ...(state.filters.type && { type: [state.filters.type] as Types }),
    ...(state.filters.vulnerable && { vulnerable: true }),
  })
  const selection = useSelection()
  const [dialog, setDialog] = useState<'update' | 'ignore' | null>(null)
  const selected = [...selection.ids].map((id) => itemOf(String(id)))
  const close = () => setDialog(null)
  return (
    <>
      <DataTable<Item>
        name="update-items"
        label="Updates by item"
        columns={itemColumns}
        query={query}
        rowId={keyOfItem}
        rowName={({ name, new_version }) => `${name} ${new_version}`}
        state={state}
        searchLabel="Search plugin or theme"
        filters={
          <>
            <FilterSelect
              label="Kind"
              value={state.filters.type}
              options={types}
              onChange={(type) => state.set({ type })}
            />
            <FilterSelect
              label={vulnerableTexts.security}
              value={state.filters.vulnerable}
              options={[
                { value: '', label: vulnerableTexts.allUpdates },
                { value: 'yes', label: vulnerableTexts.onlyVulnerable },
              ]}
              onChange={(vulnerable) => state.set({ vulnerable })}
            />
          </>
        }
        {...(can('run-updates') && { selection })}
        bulk={
          <>
            <Button small tone="primary" icon={IconRotateClockwise2} onClick={() => setDialog('update')}>
              Update
            </Button>
            <Button small icon={IconEyeOff} onClick={() => setDialog('ignore')}>
              Ignore everywhere
            </Button>
          </>
        }
        rowActions={(item) => <ItemRowActions item={item} />}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title="No such update waits">Search for something else, or look at all kinds.</EmptyState>
          ) : (
            <EmptyState title="No updates are known">
              When a sync finds a new version of WordPress, a plugin or a theme, it appears here.
            </EmptyState>
          )
        }
      />
      {dialog === 'update' && (
        <UpdatePlanDialog
          title={`Update ${describeItems(selected)}`}
          run={runOfItems(selected)}
          onClose={close}
          onStarted={selection.clear}
        />
      )}
      {dialog === 'ignore' && <IgnoreDialog items={selected} onClose={close} onDone={selection.clear} />}
    </>
  )
}
