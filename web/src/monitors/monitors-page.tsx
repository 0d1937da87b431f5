import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Can, useCan } from '../api/session.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AllSettings } from './all-settings.tsx'
import { coverageTexts } from './coverage-texts.ts'
import { monitorsTexts } from './monitors-texts.ts'
import { MonitorsView } from './monitors-view.tsx'

const IncidentsView = lazy(async () => ({ default: (await import('./incidents-view.tsx')).IncidentsView }))
const MaintenanceNotice = lazy(async () => ({
  default: (await import('../maintenance/maintenance-notice.tsx')).MaintenanceNotice,
}))

export default function MonitorsPage() {
  const can = useCan()
  const { view = 'status' } = useSearch({ strict: false }) as { view?: string }
  const tabs = [
    ['status', monitorsTexts.status],
    ['incidents', monitorsTexts.incidents],
    ...(can('get-global-monitor-settings') ? [['settings', monitorsTexts.howSitesAreChecked] as const] : []),
  ] as const
  return (
    <>
      <PageHeader title={monitorsTexts.monitors} guide="uptime">
        {coverageTexts.purpose}
      </PageHeader>
      <Tabs
        label={monitorsTexts.viewsOfTheMonitors}
        tabs={tabs.map(([key, label]) => ({
          label,
          link: { to: '/monitors', search: key === 'status' ? {} : { view: key } },
          current: key === view,
        }))}
      />
      {view === 'incidents' ? (
        <Suspense fallback={<Loading lines={6} />}>
          <MaintenanceNotice />
          <IncidentsView />
        </Suspense>
      ) : view === 'settings' ? (
        <Can operation="get-global-monitor-settings">
          <AllSettings />
        </Can>
      ) : (
        <MonitorsView />
      )}
    </>
  )
}
