import { useSearch } from '@tanstack/react-router'
import { Can, useCan } from '../api/session.tsx'
import { MaintenanceNotice } from '../maintenance/maintenance-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AllSettings } from './all-settings.tsx'
import { coverageTexts } from './coverage-texts.ts'
import { IncidentsView } from './incidents-view.tsx'
import { MonitorsView } from './monitors-view.tsx'

export default function MonitorsPage() {
  const can = useCan()
  const { view = 'status' } = useSearch({ strict: false }) as { view?: string }
  const tabs = [
    ['status', 'Status'],
    ['incidents', 'Incidents'],
    ...(can('get-global-monitor-settings') ? [['settings', 'How sites are checked'] as const] : []),
  ] as const
  return (
    <>
      <PageHeader title="Monitors">{coverageTexts.purpose}</PageHeader>
      <MaintenanceNotice />
      <Tabs
        label="Views of the monitors"
        tabs={tabs.map(([key, label]) => ({
          label,
          link: { to: '/monitors', search: key === 'status' ? {} : { view: key } },
          current: key === view,
        }))}
      />
      {view === 'incidents' ? (
        <IncidentsView />
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
