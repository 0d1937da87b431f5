import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Can } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { LinkButton } from '../ui/button.tsx'
import { IconPlus, IconSettings } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TasksView } from './tasks-view.tsx'
import { timeTrackerTexts } from './time-tracker-texts.ts'

const BucketsView = lazy(async () => ({ default: (await import('./buckets-view.tsx')).BucketsView }))
const ClientTotals = lazy(async () => ({ default: (await import('./client-totals.tsx')).ClientTotals }))

const views = [
  ['', timeTrackerTexts.tasks],
  ['buckets', timeTrackerTexts.bucketsOfHours],
  ['clients', timeTrackerTexts.totalsByClient],
] as const

export default function TimeTrackerPage() {
  const { view = '' } = useSearch({ strict: false }) as { view?: string }
  return (
    <>
      <PageHeader
        title={timeTrackerTexts.timeTracker}
        guide="billing"
        actions={
          <>
            <Can operation="update-time-settings">
              <LinkButton to="/settings/$group" params={{ group: 'time-tracker' }} icon={IconSettings}>
                {timeTrackerTexts.settings}
              </LinkButton>
            </Can>
            <Can operation={view === 'buckets' ? 'add-time-bucket' : 'add-time-task'}>
              <LinkButton
                to="/time-tracker"
                search={view === 'buckets' ? { view, new: '1' } : { new: '1' }}
                icon={IconPlus}
                tone="primary"
              >
                {view === 'buckets' ? timeTrackerTexts.addABucket : timeTrackerTexts.addATask}
              </LinkButton>
            </Can>
          </>
        }
      >
        {timeTrackerTexts.hoursWorkedForClients}
      </PageHeader>
      <ModuleGate module="time-tracker" label={timeTrackerTexts.timeTracker}>
        <Tabs
          label={timeTrackerTexts.viewsOfTheTime}
          tabs={views.map(([value, label]) => ({
            label,
            link: { to: '/time-tracker', search: value === '' ? {} : { view: value } },
            current: view === value,
          }))}
        />
        <Suspense fallback={<Loading lines={6} />}>
          {view === 'buckets' ? <BucketsView /> : view === 'clients' ? <ClientTotals /> : <TasksView />}
        </Suspense>
      </ModuleGate>
    </>
  )
}
