import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Can } from '../../api/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { IconPlus, IconUpload, IconWorld } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { selectedColumns } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useSelection } from '../../ui/table/selection.ts'
import { useTableState } from '../../ui/table/table-state.ts'
import { useOpenView, ViewActions } from '../../views/view-actions.tsx'
import { siteFilterNames, siteFilters, useSiteRows } from '../use-site-rows.ts'
import { type OpenBulk, SiteBulkActions } from './bulk-actions.tsx'
import { IssueNotice } from './issue-notice.tsx'
import { listTexts } from './list-texts.ts'
import { siteColumns } from './site-columns.tsx'
import { SiteFilters } from './site-filters.tsx'
import { SiteRowActions } from './site-row-actions.tsx'

// Opened rarely, so it is not part of the page.
const OpenBulkDialog = lazy(() => import('./open-bulk-dialog.tsx'))

const nothingSet = Object.fromEntries(['search', 'view', ...siteFilterNames].map((name) => [name, '']))

export default function SitesPage() {
  const state = useTableState({ sort: 'name', filters: siteFilterNames })
  const { view: viewId } = useSearch({ strict: false }) as { view?: string }
  const view = useOpenView(viewId)
  const [columns, setColumns] = useState<string[] | null>(null)
  const query = useSiteRows(state)
  const filter = siteFilters(state)
  const [open, setOpen] = useState<OpenBulk | null>(null)
  const selection = useSelection(JSON.stringify(filter))

  return (
    <>
      <PageHeader
        title={view?.name ?? listTexts.sites}
        guide="groups"
        actions={
          <>
            <ViewActions
              state={state}
              view={view}
              columns={columns ?? view?.columns ?? selectedColumns('sites', siteColumns)}
            />
            <Can operation="import-sites">
              <LinkButton to="/sites/import" icon={IconUpload}>
                {listTexts.import}
              </LinkButton>
            </Can>
            <Can operation="add-site">
              <LinkButton to="/sites/add" icon={IconPlus} tone="primary">
                {listTexts.addASite}
              </LinkButton>
            </Can>
          </>
        }
      />
      {state.filters.issue && <IssueNotice issue={state.filters.issue} onClear={() => state.set({ issue: '' })} />}
      <DataTable
        key={view?.id}
        name="sites"
        viewColumns={view?.columns ?? null}
        onColumns={setColumns}
        label={listTexts.sites}
        columns={siteColumns}
        query={query}
        rowId={({ id }) => id}
        rowName={({ name, url }) => name || url}
        state={state}
        searchLabel={listTexts.searchNameOrAddress}
        filters={<SiteFilters state={state} />}
        selection={selection}
        bulk={<SiteBulkActions selection={selection} filter={filter} total={query.data?.total ?? 0} onOpen={setOpen} />}
        selectAll="by-filter"
        rowActions={(site) => <SiteRowActions site={site} />}
        empty={(filtered) =>
          filtered ? (
            <EmptyState
              icon={IconWorld}
              title={listTexts.noSiteFits}
              action={<Button onClick={() => state.set(nothingSet)}>{listTexts.clearSearchAndFilters}</Button>}
            />
          ) : (
            <EmptyState
              icon={IconWorld}
              title={listTexts.noSitesYet}
              action={
                <Can operation="add-site">
                  <LinkButton to="/sites/add" icon={IconPlus} tone="primary">
                    {listTexts.addYourFirstSite}
                  </LinkButton>
                </Can>
              }
            >
              {listTexts.installTheConnectorPlugin}
            </EmptyState>
          )
        }
      />
      {open && (
        <Suspense>
          <OpenBulkDialog open={open} onClose={() => setOpen(null)} onDone={selection.clear} />
        </Suspense>
      )}
    </>
  )
}
