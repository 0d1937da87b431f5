import { useCan } from '../api/session.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { activityTexts } from './activity-texts.ts'

export function LogTabs({ current }: { current: 'changes' | 'audit' }) {
  const can = useCan()
  if (!can('list-audit')) return null
  return (
    <Tabs
      label={activityTexts.logs}
      tabs={[
        { label: activityTexts.changesToSites, link: { to: '/changes' }, current: current === 'changes' },
        { label: activityTexts.auditTrail, link: { to: '/audit' }, current: current === 'audit' },
      ]}
    />
  )
}
