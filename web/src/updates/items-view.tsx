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
import { updatesTexts } from './updates-texts.ts'

const types = [
  { value: '', label: updatesTexts.allTypes },
  { value: 'core', label: updatesTexts.wordpress },
  { value: 'plugins', label: updatesTexts.plugins },
  { value: 'themes', label: updatesTexts.themes },
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
        label={updatesTexts.updatesByItem}
        columns={itemColumns}
        query={query}
        rowId={keyOfItem}
        rowName={({ name, new_version }) => `${name} ${new_version}`}
        state={state}
        searchLabel={updatesTexts.searchPluginOrTheme}
        filters={
          <>
            <FilterSelect
              label={updatesTexts.type}
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
              {updatesTexts.update}
            </Button>
            <Button small icon={IconEyeOff} onClick={() => setDialog('ignore')}>
              {updatesTexts.ignoreEverywhere}
            </Button>
          </>
        }
        rowActions={(item) => <ItemRowActions item={item} />}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title={updatesTexts.noUpdatesMatch}>{updatesTexts.changeTheSearchOr}</EmptyState>
          ) : (
            <EmptyState title={updatesTexts.noUpdatesAreKnown}>{updatesTexts.noUpdatesHint}</EmptyState>
          )
        }
      />
      {dialog === 'update' && (
        <UpdatePlanDialog
          title={updatesTexts.updateName({ name: describeItems(selected) })}
          run={runOfItems(selected)}
          onClose={close}
          onStarted={selection.clear}
        />
      )}
      {dialog === 'ignore' && <IgnoreDialog items={selected} onClose={close} onDone={selection.clear} />}
    </>
  )
}
