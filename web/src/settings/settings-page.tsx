import './settings.css'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCan } from '../api/session.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsTexts } from './settings-texts.ts'

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
  general: { label: settingsTexts.general, description: settingsTexts.syncsAutomaticUpdatesDates },
  monitoring: { label: settingsTexts.monitoring, description: settingsTexts.howSitesAreChecked },
  'sign-in': { label: settingsTexts.signIn, description: settingsTexts.secondFactorSessions },
  emails: { label: 'E-mail', description: settingsTexts.mailServerRecipients },
  'cost-tracker': { label: settingsTexts.costs, description: settingsTexts.currencyProductTypes },
  'time-tracker': { label: settingsTexts.timeTracker, description: settingsTexts.roundingCurrency },
  vulnerabilities: { label: settingsTexts.vulnerabilities, description: settingsTexts.whereKnownOnesCome },
  'single-sign-on': { label: settingsTexts.singleSignOn, description: settingsTexts.identityProviderGroups },
  advanced: { label: settingsTexts.advanced, description: settingsTexts.howSitesAreCalled },
  'api-backups': { label: settingsTexts.backupProviders, description: settingsTexts.accountsOfHosts },
  tools: { label: settingsTexts.tools, description: settingsTexts.sessionsKeysDisconnecting },
} as const

type GroupName = keyof typeof groups

export default function SettingsPage() {
  const { group } = useParams({ strict: false }) as { group?: string }
  const current = (group ?? 'general') as GroupName
  const can = useCan()
  if (!can('get-general-settings')) return <EmptyState title={settingsTexts.settingsAreForAdministrators} />
  return (
    <>
      <PageHeader title={settingsTexts.settingsOf({ group: groups[current]?.label ?? settingsTexts.unknownGroup })} />
      <div className="settings">
        <nav aria-label={settingsTexts.groupsOfSettings} className="settings-groups">
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
          <SettingsForm key="tools" group="tools" title={settingsTexts.lookOfTheDashboard} />
          <SettingsForm key="insights" group="dashboard-insights" title={settingsTexts.insights} />
        </>
      )
    case 'cost-tracker':
      return (
        <>
          <SettingsForm key={group} group={group} title={settingsTexts.howMoneyIsWritten} />
          <ChoicesView />
        </>
      )
    case 'general':
    case 'monitoring':
    case 'sign-in':
    case 'advanced':
      return <SettingsForm key={group} group={group} title={groups[group].label} />
    default:
      return <EmptyState title={settingsTexts.thereIsNoSuch}>{settingsTexts.chooseOneBeside}</EmptyState>
  }
}
