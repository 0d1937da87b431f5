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
import { costsTexts } from './costs-texts.ts'
import { CostsView } from './costs-view.tsx'

const CostSharesView = lazy(async () => ({ default: (await import('./cost-shares-view.tsx')).CostSharesView }))
const RenewalsView = lazy(async () => ({ default: (await import('./renewals-view.tsx')).RenewalsView }))
const ChoicesView = lazy(async () => ({ default: (await import('./choices-view.tsx')).ChoicesView }))

const views = [
  ['', costsTexts.costs],
  ['renewals', costsTexts.renewals],
  ['clients', costsTexts.byClient],
  ['choices', costsTexts.productTypesAndPayment],
] as const

export default function CostsPage() {
  const { view = '' } = useSearch({ strict: false }) as { view?: string }
  return (
    <>
      <PageHeader
        title={costsTexts.costs}
        guide="billing"
        actions={
          <>
            <Can operation="import-costs">
              <LinkButton to="/costs/import" icon={IconUpload}>
                {costsTexts.import}
              </LinkButton>
            </Can>
            <Button icon={IconDownload} onClick={() => void download('export-costs', {}, costsTexts.writingTheList)}>
              {costsTexts.export}
            </Button>
            <Can operation="add-cost">
              <LinkButton to="/costs" search={{ cost: 'new' }} icon={IconPlus} tone="primary">
                {costsTexts.addACost}
              </LinkButton>
            </Can>
          </>
        }
      >
        {costsTexts.whatPluginsHostingAnd}
      </PageHeader>
      <ModuleGate module="cost-tracker" label={costsTexts.costTracker}>
        {view !== 'choices' && <CostTotals />}
        <Tabs
          label={costsTexts.viewsOfTheCosts}
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
