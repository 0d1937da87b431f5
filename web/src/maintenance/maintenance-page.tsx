import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { IconPencil, IconPlayerStop, IconPlus, IconTool, IconTrash } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { Tabs } from '../ui/tabs.tsx'
import { describeScope, describeTimes, type MaintenanceWindow } from './maintenance-labels.ts'
import { MaintenanceNotice } from './maintenance-notice.tsx'
import { maintenanceTexts } from './maintenance-texts.ts'

const WindowDialog = lazy(async () => ({ default: (await import('./window-dialog.tsx')).WindowDialog }))

const columns: readonly Column<MaintenanceWindow>[] = [
  {
    key: 'title',
    title: maintenanceTexts.window,
    primary: true,
    cell: ({ title, note }) => (
      <div style={{ minWidth: 0 }}>
        <div className="row-name cut">{title}</div>
        {note !== '' && <div className="soft small cut">{note}</div>}
      </div>
    ),
  },
  { key: 'sites', title: maintenanceTexts.sites, cell: (window) => describeScope(window) },
  { key: 'when', title: maintenanceTexts.when, wide: true, cell: (window) => describeTimes(window) },
  { key: 'by', title: maintenanceTexts.createdBy, optional: true, cell: ({ created_by }) => created_by },
]

export default function MaintenancePage() {
  const { view = 'planned' } = useSearch({ strict: false }) as { view?: string }
  const state = useTableState({ size: 25 })
  const can = useCan()
  const [editing, setEditing] = useState<MaintenanceWindow | 'new' | null>(null)
  const [deleting, setDeleting] = useState<MaintenanceWindow | null>(null)
  const query = useList('list-maintenance-windows', { ...pagingOf(state), ended: view === 'past' })
  const add = can('add-maintenance-window') && (
    <Button icon={IconPlus} tone="primary" onClick={() => setEditing('new')}>
      {maintenanceTexts.add}
    </Button>
  )
  const end = ({ id }: MaintenanceWindow) =>
    void runAction(
      'end-maintenance-window',
      { window_id: id },
      {
        doing: maintenanceTexts.ending,
        done: ({ ended }) => (ended ? maintenanceTexts.ended : maintenanceTexts.notRunning),
        tone: ({ ended }) => (ended ? 'good' : 'partial'),
      },
    )
  return (
    <>
      <PageHeader title={maintenanceTexts.title} actions={add} guide="maintenance">
        {maintenanceTexts.purpose}
      </PageHeader>
      <MaintenanceNotice withLink={false} />
      <Tabs
        label={maintenanceTexts.views}
        tabs={(
          [
            ['planned', maintenanceTexts.planned],
            ['past', maintenanceTexts.past],
          ] as const
        ).map(([key, label]) => ({
          label,
          link: { to: '/maintenance', search: key === 'planned' ? {} : { view: key } },
          current: key === view,
        }))}
      />
      <DataTable
        name="maintenance"
        label={maintenanceTexts.listLabel}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        rowActions={(window) => (
          <span className="row-buttons">
            {view !== 'past' && can('end-maintenance-window') && (
              <IconButton
                small
                icon={IconPlayerStop}
                label={maintenanceTexts.endLabel({ title: window.title })}
                onClick={() => end(window)}
              />
            )}
            {view !== 'past' && can('update-maintenance-window') && (
              <IconButton
                small
                icon={IconPencil}
                label={maintenanceTexts.edit({ title: window.title })}
                onClick={() => setEditing(window)}
              />
            )}
            {can('delete-maintenance-window') && (
              <IconButton
                small
                icon={IconTrash}
                label={maintenanceTexts.removeLabel({ title: window.title })}
                onClick={() => setDeleting(window)}
              />
            )}
          </span>
        )}
        empty={() =>
          view === 'past' ? (
            <EmptyState icon={IconTool} title={maintenanceTexts.nonePast} />
          ) : (
            <EmptyState icon={IconTool} title={maintenanceTexts.none} action={add}>
              {maintenanceTexts.noneHint}
            </EmptyState>
          )
        }
      />
      {editing && (
        <Suspense>
          <WindowDialog {...(editing !== 'new' && { window: editing })} onClose={() => setEditing(null)} />
        </Suspense>
      )}
      {deleting && (
        <PlanDialog
          operation="delete-maintenance-window"
          input={{ window_id: deleting.id }}
          title={maintenanceTexts.removeTitle({ title: deleting.title })}
          action={maintenanceTexts.remove}
          doing={maintenanceTexts.removing}
          done={maintenanceTexts.removed}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
