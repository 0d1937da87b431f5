import { useSearch } from '@tanstack/react-router'
import { Can } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { LinkButton } from '../ui/button.tsx'
import { IconPlus, IconSettings } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { BucketsView } from './buckets-view.tsx'
import { ClientTotals } from './client-totals.tsx'
import { TasksView } from './tasks-view.tsx'

const views = [
  ['', 'Tasks'],
  ['buckets', 'Buckets of hours'],
  ['clients', 'Totals by client'],
] as const

export default function TimeTrackerPage() {
  const { view = '' } = useSearch({ strict: false }) as { view?: string }
  return (
    <>
      <PageHeader
        title="Time tracker"
        actions={
          <>
            <Can operation="update-time-settings">
              <LinkButton to="/settings/$group" params={{ group: 'time-tracker' }} icon={IconSettings}>
                Settings
              </LinkButton>
            </Can>
            <Can operation={view === 'buckets' ? 'add-time-bucket' : 'add-time-task'}>
              <LinkButton
                to="/time-tracker"
                search={view === 'buckets' ? { view, new: '1' } : { new: '1' }}
                icon={IconPlus}
                tone="primary"
              >
                {view === 'buckets' ? 'Add a bucket' : 'Add a task'}
              </LinkButton>
            </Can>
          </>
        }
      >
        Hours worked for clients, and what is left of those they bought.
      </PageHeader>
      <ModuleGate module="time-tracker" label="Time tracker">
        <Tabs
          label="Views of the time tracker"
          tabs={views.map(([value, label]) => ({
            label,
            link: { to: '/time-tracker', search: value === '' ? {} : { view: value } },
            current: view === value,
          }))}
        />
        {view === 'buckets' ? <BucketsView /> : view === 'clients' ? <ClientTotals /> : <TasksView />}
      </ModuleGate>
    </>
  )
}
