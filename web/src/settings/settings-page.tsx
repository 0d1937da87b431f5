import './settings.css'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCan } from '../api/session.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { SettingsForm } from './settings-form.tsx'

const ChoicesView = lazy(async () => ({ default: (await import('../costs/choices-view.tsx')).ChoicesView }))
const BackupProviders = lazy(async () => ({ default: (await import('./backup-providers.tsx')).BackupProviders }))
const EmailSettings = lazy(async () => ({ default: (await import('./email-settings.tsx')).EmailSettings }))
const TimeSettings = lazy(async () => ({ default: (await import('./time-settings.tsx')).TimeSettings }))
const Tools = lazy(async () => ({ default: (await import('./tools.tsx')).Tools }))
const VulnerabilitySettings = lazy(async () => ({
  default: (await import('./vulnerability-settings.tsx')).VulnerabilitySettings,
}))
const SingleSignOnSettings = lazy(() => import('../access/single-sign-on/single-sign-on-settings.tsx'))

const groups = {
  general: { label: 'General', description: 'Syncs, automatic updates, dates' },
  monitoring: { label: 'Monitoring', description: 'How sites are checked' },
  'sign-in': { label: 'Sign-in', description: 'Second factor, sessions' },
  emails: { label: 'E-mail', description: 'Mail server, recipients' },
  'cost-tracker': { label: 'Costs', description: 'Currency, product types' },
  'time-tracker': { label: 'Time tracker', description: 'Rounding, currency' },
  vulnerabilities: { label: 'Vulnerabilities', description: 'Where known ones come from' },
  'single-sign-on': { label: 'Single sign-on', description: 'Identity provider, groups' },
  advanced: { label: 'Advanced', description: 'How sites are called' },
  'api-backups': { label: 'Backup providers', description: 'Accounts of hosts' },
  tools: { label: 'Tools', description: 'Sessions, keys, disconnecting' },
} as const

type GroupName = keyof typeof groups

export default function SettingsPage() {
  const { group } = useParams({ strict: false }) as { group?: string }
  const current = (group ?? 'general') as GroupName
  const can = useCan()
  if (!can('get-general-settings')) return <EmptyState title="Settings are for administrators" />
  return (
    <>
      <PageHeader title={`Settings: ${groups[current]?.label ?? 'unknown'}`} />
      <div className="settings">
        <nav aria-label="Groups of settings" className="settings-groups">
          {Object.entries(groups).map(([name, { label, description }]) => (
            <Link
              key={name}
              to="/settings/$group"
              params={{ group: name }}
              aria-current={name === current ? 'page' : undefined}
              activeProps={{}}
            >
              {label}
              <span className="soft small">{description}</span>
            </Link>
          ))}
        </nav>
        <div className="stack">
          <Suspense fallback={<Loading lines={8} />}>{contentOf(current)}</Suspense>
        </div>
      </div>
    </>
  )
}

function contentOf(group: GroupName) {
  switch (group) {
    case 'emails':
      return <EmailSettings />
    case 'time-tracker':
      return <TimeSettings />
    case 'vulnerabilities':
      return <VulnerabilitySettings />
    case 'single-sign-on':
      return <SingleSignOnSettings />
    case 'api-backups':
      return <BackupProviders />
    case 'tools':
      return (
        <>
          <Tools />
          <SettingsForm key="tools" group="tools" title="Look of the dashboard" />
          <SettingsForm key="insights" group="dashboard-insights" title="Insights" />
        </>
      )
    case 'cost-tracker':
      return (
        <>
          <SettingsForm key={group} group={group} title="How money is written" />
          <ChoicesView />
        </>
      )
    case 'general':
    case 'monitoring':
    case 'sign-in':
    case 'advanced':
      return <SettingsForm key={group} group={group} title={groups[group].label} />
    default:
      return <EmptyState title="There is no such group of settings">Choose one beside.</EmptyState>
  }
}
