import { useCan } from '../api/session.tsx'
import { Tabs } from '../ui/tabs.tsx'

export function LogTabs({ current }: { current: 'changes' | 'audit' }) {
  const can = useCan()
  if (!can('list-audit')) return null
  return (
    <Tabs
      label="Logs"
      tabs={[
        { label: 'Changes to sites', link: { to: '/changes' }, current: current === 'changes' },
        { label: 'Audit trail', link: { to: '/audit' }, current: current === 'audit' },
      ]}
    />
  )
}
