import './settings.css'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { lazyExtra } from '../api/lazy-extra.ts'
import { useCan } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { settingPages } from './setting-pages.ts'
import { settingTexts } from './setting-texts.ts'
import { SettingsForm } from './settings-form.tsx'

const BrandingView = lazy(async () => ({ default: (await import('../reports/branding-view.tsx')).BrandingView }))
const ChoicesView = lazy(async () => ({ default: (await import('../costs/choices-view.tsx')).ChoicesView }))
const MonitorOverrides = lazyExtra(async () => ({ default: (await import('./overrides.tsx')).MonitorOverrides }))
const PolicyOverrides = lazyExtra(async () => ({ default: (await import('./overrides.tsx')).PolicyOverrides }))
const BackupProviders = lazy(async () => ({ default: (await import('./backup-providers.tsx')).BackupProviders }))
const EmailSettings = lazy(async () => ({ default: (await import('./email-settings.tsx')).EmailSettings }))
const TimeSettings = lazy(async () => ({ default: (await import('./time-settings.tsx')).TimeSettings }))
const Tools = lazy(async () => ({ default: (await import('./tools.tsx')).Tools }))
const VulnerabilitySettings = lazy(async () => ({
  default: (await import('./vulnerability-settings.tsx')).VulnerabilitySettings,
}))
const SearchResults = lazy(async () => ({ default: (await import('./settings-search.tsx')).SearchResults }))
const SingleSignOnSettings = lazy(() => import('../access/single-sign-on/single-sign-on-settings.tsx'))

export const mainPages = {
  general: { label: settingTexts.general, about: settingTexts.generalAbout },
  updates: { label: settingTexts.updates, about: settingTexts.updatesAbout },
  monitoring: { label: settingTexts.monitoring, about: settingTexts.monitoringAbout },
  notifications: { label: settingTexts.notifications, about: settingTexts.notificationsAbout },
  reports: { label: settingTexts.reports, about: settingTexts.reportsAbout },
  advanced: { label: settingTexts.advanced, about: settingTexts.advancedAbout },
} as const

/** Linked from the page Advanced and from the pages that they are about. */
export const furtherPages = {
  vulnerabilities: { label: settingTexts.vulnerabilities, about: settingTexts.vulnerabilitiesAbout },
  'time-tracker': { label: settingTexts.timeTracker, about: settingTexts.timeTrackerAbout },
  'cost-tracker': { label: settingTexts.costs, about: settingTexts.costsAbout },
  'single-sign-on': { label: settingTexts.singleSignOn, about: settingTexts.singleSignOnAbout },
  'api-backups': { label: settingTexts.backupProviders, about: settingTexts.backupProvidersAbout },
  tools: { label: settingTexts.tools, about: settingTexts.toolsAbout },
} as const

const pages = { ...mainPages, ...furtherPages }
type PageName = keyof typeof pages

/** Addresses of earlier releases. */
const formerNames: Readonly<Record<string, PageName>> = { emails: 'notifications', 'sign-in': 'general' }

export default function SettingsPage() {
  const { group = 'general' } = useParams({ strict: false }) as { group?: string }
  const current = (formerNames[group] ?? group) as PageName
  const can = useCan()
  const [search, setSearch] = useState('')
  if (!can('get-general-settings')) return <EmptyState title={settingTexts.forAdministrators} />
  return (
    <>
      <PageHeader title={settingTexts.titleOf({ page: pages[current]?.label ?? settingTexts.noSuchPage })} />
      <div className="settings">
        <div className="settings-side">
          <input
            type="search"
            className="input"
            aria-label={settingTexts.search}
            placeholder={settingTexts.searchPlaceholder}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <nav aria-label={settingTexts.pages} className="settings-groups">
            {Object.entries(mainPages).map(([name, { label, about }]) => (
              <Link
                key={name}
                to="/settings/$group"
                params={{ group: name }}
                aria-current={name === current || (name === 'advanced' && current in furtherPages) ? 'page' : undefined}
                activeProps={{}}
                onClick={() => setSearch('')}
              >
                {label}
                <span className="soft small">{about}</span>
              </Link>
            ))}
          </nav>
        </div>
        <div className="stack">
          {search.trim() === '' ? (
            <Suspense fallback={<Loading lines={8} />}>{contentOf(current)}</Suspense>
          ) : (
            <Suspense fallback={<Loading />}>
              <SearchResults search={search} onChosen={() => setSearch('')} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  )
}

function contentOf(page: PageName) {
  switch (page) {
    case 'general':
      return <SettingsForm key={page} sections={settingPages.general} />
    case 'updates':
      return (
        <>
          <PolicyOverrides />
          <SettingsForm key={page} sections={settingPages.updates} />
        </>
      )
    case 'monitoring':
      return (
        <>
          <MonitorOverrides />
          <SettingsForm key={page} sections={settingPages.monitoring} />
        </>
      )
    case 'notifications':
      return (
        <>
          <EmailSettings />
          <Card title={settingTexts.channels}>
            <p>{settingTexts.channelsText({ link: (text) => <Link to="/notifications">{text}</Link> })}</p>
          </Card>
        </>
      )
    case 'reports':
      return (
        <ModuleGate module="reports" label={settingTexts.reports}>
          <BrandingView />
          <Card title={settingTexts.reportSchedules}>
            <p>{settingTexts.reportSchedulesText({ link: (text) => <Link to="/reports">{text}</Link> })}</p>
          </Card>
        </ModuleGate>
      )
    case 'advanced':
      return (
        <>
          <SettingsForm key={page} sections={settingPages.advanced} />
          <FurtherPages />
        </>
      )
    case 'vulnerabilities':
      return <VulnerabilitySettings />
    case 'time-tracker':
      return <TimeSettings />
    case 'cost-tracker':
      return <ChoicesView />
    case 'single-sign-on':
      return <SingleSignOnSettings />
    case 'api-backups':
      return <BackupProviders />
    case 'tools':
      return <Tools />
    default:
      return <EmptyState title={settingTexts.noSuchPage}>{settingTexts.chooseAnother}</EmptyState>
  }
}

const FurtherPages = () => (
  <Card title={settingTexts.moreSettings}>
    <ul className="stack-tight">
      {Object.entries(furtherPages).map(([name, { label, about }]) => (
        <li key={name} className="setting-link">
          <Link to="/settings/$group" params={{ group: name }}>
            {label}
          </Link>
          <span className="soft small">{about}</span>
        </li>
      ))}
    </ul>
  </Card>
)
