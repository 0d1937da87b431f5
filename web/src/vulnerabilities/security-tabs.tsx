import { Tabs } from '../ui/tabs.tsx'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

export function SecurityTabs({ current }: { current: 'vulnerabilities' | 'versions' | 'closed' }) {
  return (
    <Tabs
      label={vulnerabilityTexts.about}
      tabs={[
        {
          label: vulnerabilityTexts.vulnerabilities,
          link: { to: '/security' },
          current: current === 'vulnerabilities',
        },
        { label: vulnerabilityTexts.outOfSupport, link: { to: '/security/versions' }, current: current === 'versions' },
        { label: vulnerabilityTexts.closedSoftware, link: { to: '/security/closed' }, current: current === 'closed' },
      ]}
    />
  )
}
