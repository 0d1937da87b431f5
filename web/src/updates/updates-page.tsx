import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useOperation } from '../api/query.ts'
import { Can } from '../api/session.tsx'
import { describeUnsynced } from '../fleet/describe-unsynced.ts'
import { Button } from '../ui/button.tsx'
import { Stat } from '../ui/card.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { IconRotateClockwise2 } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { GroupsView } from './groups-view.tsx'
import { ItemsView } from './items-view.tsx'
import { SitesView } from './sites-view.tsx'
import { UpdatePlanDialog } from './update-plan-dialog.tsx'
import { updatesTexts } from './updates-texts.ts'

// Not part of the first view.
const IgnoredView = lazy(() => import('./ignored-view.tsx'))
const HistoryView = lazy(() => import('./history-view.tsx'))

const views = {
  items: [updatesTexts.byItem, ItemsView],
  sites: [updatesTexts.bySite, SitesView],
  clients: [updatesTexts.byClient, () => <GroupsView by="client" />],
  tags: [updatesTexts.byTag, () => <GroupsView by="tag" />],
  ignored: [updatesTexts.ignored, IgnoredView],
  history: [updatesTexts.history, HistoryView],
} as const
type View = keyof typeof views

function describeNone(sites: DataOf<'get-overview'>['sites']): string {
  if (sites.total === 0) return updatesTexts.thereIsNoSite
  const unsynced = describeUnsynced(sites)
  return unsynced === null ? updatesTexts.everySiteWasUp : updatesTexts.noUpdateIsKnown({ unsynced })
}

export default function UpdatesPage() {
  const { view: viewName } = useSearch({ strict: false }) as { view?: string }
  const view: View = viewName !== undefined && viewName in views ? (viewName as View) : 'items'
  const [planning, setPlanning] = useState(false)
  const { data } = useOperation('get-overview', {})
  const pending = data?.updates
  const Shown = views[view][1]
  const show = (count: number | undefined) => (count === undefined ? '…' : formatNumber(count))
  return (
    <>
      <PageHeader
        title={updatesTexts.updates}
        guide="update"
        actions={
          <Can operation="run-updates">
            <Button
              tone="primary"
              icon={IconRotateClockwise2}
              disabled={!pending || pending.total === 0}
              onClick={() => setPlanning(true)}
            >
              {updatesTexts.updateEverything}
            </Button>
          </Can>
        }
      >
        {pending
          ? pending.total === 0
            ? describeNone(data.sites)
            : updatesTexts.totalWaitOnSites({
                total: pending.total,
                sites: pending.sites,
                total2: data.sites.total,
                sites2: describeUnsynced(data.sites) ?? '',
              })
          : updatesTexts.looking}
      </PageHeader>
      <div className="stats">
        <Stat
          label={updatesTexts.wordpress}
          value={show(pending?.core.updates)}
          to="/updates"
          search={{ type: 'core' }}
        />
        <Stat
          label={updatesTexts.plugins}
          value={show(pending?.plugins.updates)}
          to="/updates"
          search={{ type: 'plugins' }}
        />
        <Stat
          label={updatesTexts.themes}
          value={show(pending?.themes.updates)}
          to="/updates"
          search={{ type: 'themes' }}
        />
        <Stat
          label={updatesTexts.translations}
          value={show(pending?.translations.updates)}
          to="/updates"
          search={{ view: 'sites' }}
        />
      </div>
      <Tabs
        label={updatesTexts.viewsOfTheUpdates}
        tabs={Object.entries(views).map(([key, [label]]) => ({
          label,
          link: { to: '/updates', search: key === 'items' ? {} : { view: key } },
          current: key === view,
        }))}
      />
      <Suspense fallback={<Loading lines={8} />}>
        <Shown />
      </Suspense>
      {planning && (
        <UpdatePlanDialog title={updatesTexts.updateEverything} run={{}} onClose={() => setPlanning(false)} />
      )}
    </>
  )
}
