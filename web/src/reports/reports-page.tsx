import './reports.css'
import { useSearch } from '@tanstack/react-router'
import { useCan } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { BrandingView } from './branding-view.tsx'
import { ReportView } from './report-view.tsx'
import { reportsTexts } from './reports-texts.ts'

export default function ReportsPage() {
  // The other tab keeps the subject.
  const { view = '', ...about } = useSearch({ strict: false }) as Record<string, string>
  const can = useCan()
  return (
    <>
      <PageHeader title={reportsTexts.reports} guide="reports">
        {reportsTexts.whatWasDoneFor}
      </PageHeader>
      <ModuleGate module="reports" label={reportsTexts.reports}>
        {can('get-report-settings') && (
          <Tabs
            label={reportsTexts.viewsOfTheReports}
            tabs={[
              { label: reportsTexts.report, link: { to: '/reports', search: about }, current: view === '' },
              {
                label: reportsTexts.brandingAndTexts,
                link: { to: '/reports', search: { ...about, view: 'branding' } },
                current: view !== '',
              },
            ]}
          />
        )}
        {view === 'branding' && can('get-report-settings') ? <BrandingView /> : <ReportView />}
      </ModuleGate>
    </>
  )
}
