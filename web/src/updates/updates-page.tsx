import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useOperation } from '../api/query.ts'
import { Can } from '../api/session.tsx'
import { describeUnsynced } from '../fleet/describe-unsynced.ts'
import { Button } from '../ui/button.tsx'
import { Stat } from '../ui/card.tsx'
import { describeCount } from '../ui/format/describe-count.ts'
import { IconRotateClockwise2 } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { GroupsView } from './groups-view.tsx'
import { ItemsView } from './items-view.tsx'
import { SitesView } from './sites-view.tsx'
import { UpdatePlanDialog } from './update-plan-dialog.tsx'

// Not part of the first view.
const IgnoredView = lazy(() => import('./ignored-view.tsx'))
const HistoryView = lazy(() => import('./history-view.tsx'))

const views = {
  items: ['By item', ItemsView],
  sites: ['By site', SitesView],
  clients: ['By client', () => <GroupsView by="client" />],
  tags: ['By tag', () => <GroupsView by="tag" />],
  ignored: ['Ignored', IgnoredView],
  history: ['History', HistoryView],
} as const
type View = keyof typeof views

function describeNone(sites: DataOf<'get-overview'>['sites']): string {
  if (sites.total === 0) return 'There is no site yet.'
  const unsynced = describeUnsynced(sites)
  return unsynced === null ? 'Every site was up to date at its last sync.' : `No update is known. ${unsynced}`
}

export default function UpdatesPage() {
  const { view: viewName } = useSearch({ strict: false }) as { view?: string }
  const view: View = viewName !== undefined && viewName in views ? (viewName as View) : 'items'
  const [planning, setPlanning] = useState(false)
  const { data } = useOperation('get-overview', {})
  const pending = data?.updates
  const Shown = views[view][1]
  const show = (count: number | undefined) => (count === undefined ? '…' : count.toLocaleString())
  return (
    <>
      <PageHeader
        title="Updates"
        actions={
          <Can operation="run-updates">
            <Button
              tone="primary"
              icon={IconRotateClockwise2}
              disabled={!pending || pending.total === 0}
              onClick={() => setPlanning(true)}
            >
              Update everything
            </Button>
          </Can>
        }
      >
        {pending
          ? pending.total === 0
            ? describeNone(data.sites)
            : `${pending.total.toLocaleString()} wait on ${pending.sites.toLocaleString()} of ${describeCount(data.sites.total, 'site')}. ${describeUnsynced(data.sites) ?? ''}`
          : 'Looking …'}
      </PageHeader>
      <div className="stats">
        <Stat label="WordPress" value={show(pending?.core.updates)} to="/updates" search={{ type: 'core' }} />
        <Stat label="Plugins" value={show(pending?.plugins.updates)} to="/updates" search={{ type: 'plugins' }} />
        <Stat label="Themes" value={show(pending?.themes.updates)} to="/updates" search={{ type: 'themes' }} />
        <Stat
          label="Translations"
          value={show(pending?.translations.updates)}
          to="/updates"
          search={{ view: 'sites' }}
        />
      </div>
      <Tabs
        label="Views of the updates"
        tabs={Object.entries(views).map(([key, [label]]) => ({
          label,
          link: { to: '/updates', search: key === 'items' ? {} : { view: key } },
          current: key === view,
        }))}
      />
      <Suspense fallback={<Loading lines={8} />}>
        <Shown />
      </Suspense>
      {planning && <UpdatePlanDialog title="Update everything" run={{}} onClose={() => setPlanning(false)} />}
    </>
  )
}
