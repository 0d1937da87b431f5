import { useSearch } from '@tanstack/react-router'
import { Tabs } from '../../ui/tabs.tsx'
import type { SiteTab } from '../site-tab.ts'
import { IgnoredUpdates } from './ignored-updates.tsx'
import { PendingUpdates } from './pending-updates.tsx'
import { tabsTexts } from './tabs-texts.ts'
import { UpdateHistory } from './update-history.tsx'

const views = {
  pending: [tabsTexts.waiting, PendingUpdates],
  ignored: [tabsTexts.ignored, IgnoredUpdates],
  history: [tabsTexts.history, UpdateHistory],
} as const
type View = keyof typeof views

export default function UpdatesTab(tab: SiteTab) {
  const { view: viewName } = useSearch({ strict: false }) as { view?: string }
  const view: View = viewName !== undefined && viewName in views ? (viewName as View) : 'pending'
  const Shown = views[view][1]
  const params = { siteId: String(tab.site.id), tab: 'updates' }
  return (
    <>
      <Tabs
        label={tabsTexts.updatesOfThisSite}
        tabs={Object.entries(views).map(([name, [label]]) => ({
          label,
          link: { to: '/sites/$siteId/$tab', params, search: name === 'pending' ? {} : { view: name } },
          current: name === view,
        }))}
      />
      <Shown {...tab} />
    </>
  )
}
