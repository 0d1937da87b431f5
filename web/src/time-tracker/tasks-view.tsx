import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { findClients, useNamed } from '../api/find.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { PeriodChoice, periodFilters, periodOf } from '../ui/form/period-choice.tsx'
import { Picker } from '../ui/form/picker.tsx'
import { IconClock, IconPlus } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { taskColumns } from './task-columns.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { asOptions, paymentStatuses, taskStatuses } from './task-labels.ts'
import { timeTrackerTexts } from './time-tracker-texts.ts'
import { TimerButtons } from './timer-buttons.tsx'
import { TotalsLine } from './totals-line.tsx'

type Input = InputOf<'list-time-tasks'>
const idlePollMs = 60_000
const any = (label: string) => ({ value: '', label })

export function TasksView() {
  const can = useCan()
  const navigate = useNavigate()
  const address = useSearch({ strict: false }) as { new?: string; task?: string }
  const own = ['client_id', 'task_status', 'payment_status']
  const state = useTableState({ sort: 'date', order: 'desc', filters: [...own, ...periodFilters] })
  const { client_id, task_status, payment_status } = state.filters
  const query = useList(
    'list-time-tasks',
    {
      ...pagingOf(state),
      ...periodOf(state, 'all'),
      ...(state.search !== '' && { search: state.search }),
      ...(client_id && { client_id_or_email: Number(client_id) }),
      ...(task_status && { task_status: task_status as Input['task_status'] }),
      ...(payment_status && { payment_status: payment_status as Input['payment_status'] }),
      orderby: state.sort as Input['orderby'],
      order: state.order,
    },
    { every: idlePollMs },
  )
  const [client] = useNamed('list-clients', client_id ? [Number(client_id)] : []) ?? []
  const columns = useMemo(() => taskColumns(query.dataUpdatedAt), [query.dataUpdatedAt])
  const show = (dialog: { new?: string; task?: string }) => {
    const { new: _, task: __, ...rest } = address as Record<string, string>
    // biome-ignore lint/suspicious/noExplicitAny: the search of this page, as text
    void navigate({ to: '/time-tracker', search: { ...rest, ...dialog } as any, resetScroll: false })
  }
  const add = can('add-time-task') && (
    <Button icon={IconPlus} tone="primary" onClick={() => show({ new: '1' })}>
      {timeTrackerTexts.addATask}
    </Button>
  )
  return (
    <>
      <TotalsLine totals={query.data?.extra.totals} />
      <DataTable
        name="time-tasks"
        label={timeTrackerTexts.tasks}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel={timeTrackerTexts.searchTasks}
        filters={
          <>
            <PeriodChoice state={state} usual="all" all />
            <Picker
              label={timeTrackerTexts.client}
              placeholder={timeTrackerTexts.anyClient}
              cacheKey="list-clients"
              selected={client_id ? { value: client_id, label: client?.label ?? '…' } : null}
              onSelect={(option) => state.set({ client_id: option?.value })}
              search={findClients}
            />
            <FilterSelect
              label={timeTrackerTexts.work}
              value={task_status}
              options={[any(timeTrackerTexts.anyWork), ...asOptions(taskStatuses)]}
              onChange={(value) => state.set({ task_status: value })}
            />
            <FilterSelect
              label={timeTrackerTexts.bill}
              value={payment_status}
              options={[any(timeTrackerTexts.anyBill), ...asOptions(paymentStatuses)]}
              onChange={(value) => state.set({ payment_status: value })}
            />
          </>
        }
        rowActions={(task) => <TimerButtons task={task} onEdit={() => show({ task: String(task.id) })} />}
        empty={(filtered) =>
          filtered ? (
            <EmptyState icon={IconClock} title={timeTrackerTexts.noTaskFits}>
              {timeTrackerTexts.chooseAnotherPeriodOrClear}
            </EmptyState>
          ) : (
            <EmptyState icon={IconClock} title={timeTrackerTexts.noTasksYet} action={add}>
              {timeTrackerTexts.aTaskIsA}
            </EmptyState>
          )
        }
      />
      {/* A form reads its initial values once, so the client must be known before it is rendered. */}
      {(address.task ? can('get-time-task') : address.new && can('add-time-task') && (!client_id || client)) && (
        <TaskDialog
          {...(address.task && { taskId: Number(address.task) })}
          {...(client && { client })}
          onClose={() => show({})}
        />
      )}
    </>
  )
}
