import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { download } from '../actions/download.ts'
import { Can } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { IconDownload, IconPlus, IconUpload } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CostTotals } from './cost-totals.tsx'
import { CostsView } from './costs-view.tsx'

const CostSharesView = lazy(async () => ({ default: (await import('./cost-shares-view.tsx')).CostSharesView }))
const RenewalsView = lazy(async () => ({ default: (await import('./renewals-view.tsx')).RenewalsView }))
const ChoicesView = lazy(async () => ({ default: (await import('./choices-view.tsx')).ChoicesView }))

const views = [
  ['', 'Costs'],
  ['renewals', 'Renewals'],
  ['clients', 'By client'],
  ['choices', 'Product types and payment methods'],
] as const

export default function CostsPage() {
  const { view = '' } = useSearch({ strict: false }) as { view?: string }
  return (
    <>
      <PageHeader
        title="Costs"
        actions={
          <>
            <Can operation="import-costs">
              <LinkButton to="/costs/import" icon={IconUpload}>
                Import
              </LinkButton>
            </Can>
            <Button icon={IconDownload} onClick={() => void download('export-costs', {}, 'Writing the list')}>
              Export
            </Button>
            <Can operation="add-cost">
              <LinkButton to="/costs" search={{ cost: 'new' }} icon={IconPlus} tone="primary">
                Add a cost
              </LinkButton>
            </Can>
          </>
        }
      >
        What plugins, hosting and services cost, for whom, and when they renew.
      </PageHeader>
      <ModuleGate module="cost-tracker" label="Cost Tracker">
        {view !== 'choices' && <CostTotals />}
        <Tabs
          label="Views of the costs"
          tabs={views.map(([value, label]) => ({
            label,
            link: { to: '/costs', search: value === '' ? {} : { view: value } },
            current: view === value,
          }))}
        />
        <Suspense fallback={<Loading />}>
          {view === 'renewals' ? (
            <RenewalsView />
          ) : view === 'clients' ? (
            <CostSharesView />
          ) : view === 'choices' ? (
            <ChoicesView />
          ) : (
            <CostsView />
          )}
        </Suspense>
      </ModuleGate>
    </>
  )
}
