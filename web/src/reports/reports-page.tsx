import './reports.css'
import { useSearch } from '@tanstack/react-router'
import { useCan } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { BrandingView } from './branding-view.tsx'
import { ReportView } from './report-view.tsx'

export default function ReportsPage() {
  // The other tab keeps the subject.
  const { view = '', ...about } = useSearch({ strict: false }) as Record<string, string>
  const can = useCan()
  return (
    <>
      <PageHeader title="Reports">
        What was done for a client or a site in a period: to look at, to print, to send.
      </PageHeader>
      <ModuleGate module="reports" label="Reports">
        {can('get-report-settings') && (
          <Tabs
            label="Views of the reports"
            tabs={[
              { label: 'Report', link: { to: '/reports', search: about }, current: view === '' },
              {
                label: 'Branding and texts',
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
