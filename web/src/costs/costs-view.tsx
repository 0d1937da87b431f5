import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconCalendarDollar, IconPencil, IconPlus, IconTrash } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { type Cost, costColumns } from './cost-columns.tsx'
import { CostDialog } from './cost-dialog.tsx'
import { costStatusLabels, optionsOf } from './cost-labels.ts'
import { costsTexts } from './costs-texts.ts'

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
    return costColumns((slug) => sentence(titles.get(slug) ?? slug))
  }, [types.data])
  const show = (cost?: string) => {
    const { cost: _, ...rest } = address
    // biome-ignore lint/suspicious/noExplicitAny: the search of this page, as text
    void navigate({ to: '/costs', search: { ...rest, ...(cost && { cost }) } as any, resetScroll: false })
  }
  const add = can('add-cost') && (
    <Button icon={IconPlus} tone="primary" onClick={() => show('new')}>
      {costsTexts.addACost}
    </Button>
  )
  return (
    <>
      <DataTable
        name="costs"
        label={costsTexts.costs}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel={costsTexts.searchCosts}
        filters={
          <>
            <FilterSelect
              label={costsTexts.status}
              value={state.filters.status}
              options={[{ value: '', label: costsTexts.anyStatus }, ...optionsOf(costStatusLabels)]}
              onChange={(status) => state.set({ status })}
            />
            <FilterSelect
              label={costsTexts.productType2}
              value={state.filters.category}
              options={[
                { value: '', label: costsTexts.anyType },
                ...(types.data?.rows ?? []).map(({ slug, title }) => ({ value: slug, label: sentence(title) })),
              ]}
              onChange={(category) => state.set({ category })}
            />
          </>
        }
        rowActions={(cost) => (
          <span className="row-buttons">
            {can('update-cost') && (
              <IconButton
                small
                icon={IconPencil}
                label={costsTexts.editName({ name: cost.name })}
                onClick={() => show(String(cost.id))}
              />
            )}
            {can('delete-cost') && (
              <IconButton
                small
                icon={IconTrash}
                label={costsTexts.deleteName({ name: cost.name })}
                onClick={() => setDeleting(cost)}
              />
            )}
          </span>
        )}
        empty={(filtered) =>
          filtered ? (
            <EmptyState
              icon={IconCalendarDollar}
              title={costsTexts.noCostFits}
              action={
                <Button onClick={() => state.set({ search: '', status: '', category: '' })}>
                  {costsTexts.clearSearchAndFilters}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconCalendarDollar} title={costsTexts.noCostsYet} action={add}>
              {costsTexts.writeDownLicencesHosting}
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
          title={costsTexts.deleteName({ name: deleting.name })}
          action={uiTexts.delete}
          doing={costsTexts.deletingName({ name: deleting.name })}
          done={costsTexts.nameIsDeleted({ name: deleting.name })}
          danger
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
