import { lazy, Suspense, useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { download } from '../actions/download.ts'
import { useList } from '../api/query.ts'
import { Can } from '../api/session.tsx'
import { packageTexts } from '../packages/package-texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconBrush, IconDownload, IconPlug, IconPlus, IconUpload } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { vulnerableTexts } from '../vulnerabilities/vulnerable-texts.ts'
import { inventoryColumns } from './inventory-columns.tsx'
import type { SoftwareType } from './software-labels.ts'
import { softwareTexts } from './software-texts.ts'

// Opened rarely, so it is not part of the page.
const InstallDialog = lazy(() => import('./install-dialog.tsx'))

type Input = InputOf<'list-inventory'>

const states = [
  { value: '', label: softwareTexts.all },
  { value: 'vulnerable', label: vulnerableTexts.onlyVulnerable },
  { value: 'true', label: softwareTexts.abandonedNoReleaseFor },
]

export function InventoryPage({ type }: { type: SoftwareType }) {
  const state = useTableState({ sort: 'sites', order: 'desc', filters: ['abandoned'] })
  const query = useList('list-inventory', {
    type,
    ...pagingOf(state),
    search: state.search,
    orderby: state.sort as Input['orderby'],
    order: state.order,
    ...(state.filters.abandoned === 'vulnerable' && { vulnerable: true }),
    ...(state.filters.abandoned === 'true' && { abandoned: true }),
  })
  const [installing, setInstalling] = useState(false)
  return (
    <>
      <PageHeader
        title={type === 'plugin' ? softwareTexts.plugins : softwareTexts.themes}
        actions={
          <>
            <LinkButton to="/packages" icon={IconUpload}>
              {packageTexts.openPackages}
            </LinkButton>
            <Button
              icon={IconDownload}
              onClick={() => void download('export-inventory', { type }, softwareTexts.exporting)}
            >
              {softwareTexts.exportAll}
            </Button>
            <Can operation="install-site-version">
              <Button icon={IconPlus} onClick={() => setInstalling(true)}>
                {type === 'plugin' ? softwareTexts.installPlugin : softwareTexts.installTheme}
              </Button>
            </Can>
          </>
        }
      >
        {softwareTexts.everyOneInThe}
      </PageHeader>
      <DataTable
        name={`inventory-${type}s`}
        label={type === 'plugin' ? softwareTexts.plugins : softwareTexts.themes}
        columns={inventoryColumns}
        query={query}
        rowId={({ slug }) => slug}
        state={state}
        searchLabel={softwareTexts.searchMany({ type })}
        filters={
          <FilterSelect
            label={softwareTexts.which}
            value={state.filters.abandoned}
            options={states}
            onChange={(abandoned) => state.set({ abandoned })}
          />
        }
        empty={(filtered) => (
          <EmptyState
            icon={type === 'plugin' ? IconPlug : IconBrush}
            title={filtered ? softwareTexts.noSuchMany({ type }) : softwareTexts.noManyYet({ type })}
          >
            {filtered ? softwareTexts.changeTheSearchOr : softwareTexts.theyAppearWithThe}
          </EmptyState>
        )}
      />
      {installing && (
        <Suspense>
          <InstallDialog type={type} onClose={() => setInstalling(false)} />
        </Suspense>
      )}
    </>
  )
}
