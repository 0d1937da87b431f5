import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconCalendarDollar, IconPencil, IconPlus, IconTrash } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type Cost, costColumns } from './cost-columns.tsx'
import { CostDialog } from './cost-dialog.tsx'
import { costStatusLabels, optionsOf } from './cost-labels.ts'

type Input = InputOf<'list-costs'>

export function CostsView() {
  const can = useCan()
  const navigate = useNavigate()
  const address = useSearch({ strict: false }) as Record<string, string>
  const state = useTableState({ sort: 'name', filters: ['status', 'category'] })
  const [deleting, setDeleting] = useState<Cost | null>(null)
  const types = useList('list-product-types', {})
  const query = useList('list-costs', {
    ...pagingOf(state),
    ...(state.search !== '' && { search: state.search }),
    ...(state.filters.status && { status: state.filters.status as Input['status'] }),
    ...(state.filters.category && { category: state.filters.category }),
    orderby: state.sort as Input['orderby'],
    order: state.order,
  })
  const columns = useMemo(() => {
    const titles = new Map(types.data?.rows.map(({ slug, title }) => [slug, title]))
    return costColumns((slug) => titles.get(slug) ?? slug)
  }, [types.data])
  const show = (cost?: string) => {
    const { cost: _, ...rest } = address
    // biome-ignore lint/suspicious/noExplicitAny: the search of this page, as text
    void navigate({ to: '/costs', search: { ...rest, ...(cost && { cost }) } as any, resetScroll: false })
  }
  const add = can('add-cost') && (
    <Button icon={IconPlus} tone="primary" onClick={() => show('new')}>
      Add a cost
    </Button>
  )
  return (
    <>
      <DataTable
        name="costs"
        label="Costs"
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel="Search costs"
        filters={
          <>
            <FilterSelect
              label="Status"
              value={state.filters.status}
              options={[{ value: '', label: 'Any status' }, ...optionsOf(costStatusLabels)]}
              onChange={(status) => state.set({ status })}
            />
            <FilterSelect
              label="Product type"
              value={state.filters.category}
              options={[
                { value: '', label: 'Any type' },
                ...(types.data?.rows ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
              ]}
              onChange={(category) => state.set({ category })}
            />
          </>
        }
        rowActions={(cost) => (
          <span className="row-buttons">
            {can('update-cost') && (
              <IconButton small icon={IconPencil} label={`Edit ${cost.name}`} onClick={() => show(String(cost.id))} />
            )}
            {can('delete-cost') && (
              <IconButton small icon={IconTrash} label={`Delete ${cost.name}`} onClick={() => setDeleting(cost)} />
            )}
          </span>
        )}
        empty={(filtered) =>
          filtered ? (
            <EmptyState
              icon={IconCalendarDollar}
              title="No cost fits"
              action={
                <Button onClick={() => state.set({ search: '', status: '', category: '' })}>
                  Clear search and filters
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconCalendarDollar} title="No costs yet" action={add}>
              Write down licences, hosting and services: you see what each client costs, and hear before something
              renews.
            </EmptyState>
          )
        }
      />
      {address.cost && can(address.cost === 'new' ? 'add-cost' : 'get-cost') && (
        <CostDialog {...(address.cost !== 'new' && { costId: Number(address.cost) })} onClose={() => show()} />
      )}
      {deleting && (
        <PlanDialog
          operation="delete-cost"
          input={{ id: deleting.id }}
          title={`Delete ${deleting.name}`}
          action="Delete"
          doing={`Deleting ${deleting.name}`}
          done={`${deleting.name} is deleted`}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
