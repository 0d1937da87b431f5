import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useList, useOperation } from '../api/query.ts'
import { ModuleGate } from '../modules/module-gate.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { SiteHead } from './site-head.tsx'
import { SiteNotices, SiteWatch } from './site-notices.tsx'
import type { SiteTab } from './site-tab.ts'
import { sitesTexts } from './sites-texts.ts'

// Shown only while maintenance is announced.
const SiteMaintenance = lazy(async () => ({
  default: (await import('../maintenance/site-maintenance.tsx')).SiteMaintenance,
}))

/** Name in the URL, and label. */
type Module = readonly [name: string, label: string]
type TabFile = () => Promise<{ default: ComponentType<SiteTab> }>
const tab = (label: string, load: TabFile, module?: Module) => ({ label, Content: lazy(load), module })

/** One line per tab. Each tab is loaded when it is opened and reads only its own data. */
const tabs: Record<string, ReturnType<typeof tab>> = {
  overview: tab(sitesTexts.overview, () => import('./tabs/overview-tab.tsx')),
  updates: tab(sitesTexts.updates, () => import('./tabs/updates-tab.tsx')),
  plugins: tab(sitesTexts.plugins, () => import('./tabs/plugins-tab.tsx')),
  themes: tab(sitesTexts.themes, () => import('./tabs/themes-tab.tsx')),
  monitor: tab(sitesTexts.monitor, () => import('./tabs/monitor-tab.tsx')),
  security: tab(sitesTexts.security, () => import('./tabs/security-tab.tsx')),
  changes: tab(sitesTexts.changes, () => import('./tabs/changes-tab.tsx'), ['logs', sitesTexts.logs]),
  posts: tab(sitesTexts.posts, () => import('./tabs/posts-tab.tsx')),
  comments: tab(sitesTexts.comments, () => import('./tabs/comments-tab.tsx'), ['comments', sitesTexts.comments]),
  costs: tab(sitesTexts.costs, () => import('./tabs/costs-tab.tsx'), ['cost-tracker', sitesTexts.costTracker]),
  performance: tab(sitesTexts.performance, () => import('./tabs/performance-tab.tsx'), [
    'perf-audit',
    sitesTexts.performanceAudit,
  ]),
  reports: tab(sitesTexts.reports, () => import('./tabs/reports-tab.tsx'), ['reports', sitesTexts.reports]),
  connection: tab(sitesTexts.connection, () => import('./tabs/connection-tab.tsx')),
}

export default function SitePage() {
  const { siteId, tab: dialog = 'overview' } = useParams({ strict: false }) as { siteId: string; tab?: string }
  const {
    data: site,
    error,
    refetch,
  } = useOperation('get-site', {
    site_id_or_domain: siteId,
    include_maintenance: true,
    include_thumbnail: true,
    include_network: true,
  })
  const id = site?.id ?? 0
  const { data: list } = useList('list-sites-table', { include: [id], per_page: 1 }, { enabled: site !== undefined })
  const row = list?.rows.find((each) => each.id === id)
  if (!site) {
    return (
      <>
        <PageHeader title={sitesTexts.site} />
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading lines={10} />}
      </>
    )
  }
  const current = tabs[dialog]
  const pendingUpdates = row?.updates.total ?? 0
  return (
    <>
      <SiteHead site={site} row={row} />
      <SiteNotices site={site} tab={dialog} />
      {['overview', 'updates'].includes(dialog) && <SiteWatch siteId={site.id} />}
      {site.maintenance && dialog !== 'monitor' && (
        <Suspense fallback={null}>
          <SiteMaintenance {...site.maintenance} />
        </Suspense>
      )}
      <div className="site-tabs">
        <Tabs
          label={sitesTexts.aboutThisSite}
          tabs={Object.entries(tabs).map(([name, { label }]) => ({
            label: name === 'updates' && pendingUpdates > 0 ? `${label} ${pendingUpdates}` : label,
            link:
              name === 'overview'
                ? { to: '/sites/$siteId', params: { siteId } }
                : { to: '/sites/$siteId/$tab', params: { siteId, tab: name } },
            current: name === dialog,
          }))}
        />
      </div>
      {current ? (
        <Suspense fallback={<Loading lines={8} />}>
          {current.module ? (
            <ModuleGate module={current.module[0]} label={current.module[1]}>
              <current.Content site={site} row={row} />
            </ModuleGate>
          ) : (
            <current.Content site={site} row={row} />
          )}
        </Suspense>
      ) : (
        <EmptyState
          title={sitesTexts.thereIsNoSuch}
          action={
            <Link to="/sites/$siteId" params={{ siteId }}>
              {sitesTexts.backToTheSite}
            </Link>
          }
        />
      )}
    </>
  )
}
