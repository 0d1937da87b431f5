import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { lazyExtra } from '../api/lazy-extra.ts'
import { useOperation } from '../api/query.ts'
import { Can, useCan } from '../api/session.tsx'
import { pageGroups } from '../pages.ts'
import { LinkButton } from '../ui/button.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconPlus } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { ChangesCard, JobsCard, SecurityCard } from './activity-cards.tsx'
import { CertificatesCard, DomainsCard, RenewalsCard } from './expiry-cards.tsx'
import { SitesCard } from './sites-card.tsx'
import { DisconnectedCard, FailedSyncsCard, IncidentsCard } from './trouble-cards.tsx'
import { UpdatesCard } from './updates-card.tsx'
import './overview.css'
import { overviewTexts } from './overview-texts.ts'

// The first steps are shown until they are done, above everything else: the cards wait for them, because they would move otherwise.
const firstSteps = import('./get-started.tsx')
firstSteps.catch(() => {})
const GetStarted = lazyExtra(() => firstSteps)

// Rollouts are shown only while one is open; the figures of vulnerabilities are read apart from the overview.
const RolloutsCard = lazy(() => import('./rollouts-card.tsx'))
const VulnerabilitiesCard = lazy(() => import('./vulnerabilities-card.tsx'))

// Shown only while maintenance is announced.
const PeriodsNotice = lazy(async () => ({
  default: (await import('../maintenance/maintenance-notice.tsx')).PeriodsNotice,
}))

const everyMs = 15_000

/** A custom role may lack the overview: then the first page that it allows is the start page. */
export default function StartPage() {
  const can = useCan()
  if (can('get-overview')) return <OverviewPage />
  const first = pageGroups.flatMap(({ pages }) => pages).find(({ reads }) => can(reads))
  return <Navigate to={first?.to ?? '/account'} replace />
}

function OverviewPage() {
  const { data: overview, error, refetch } = useOperation('get-overview', {}, { every: everyMs })
  const empty = overview?.get_started.has_site === false
  return (
    <>
      <PageHeader
        title={overviewTexts.overview}
        actions={
          !empty && (
            <Can operation="add-site">
              <LinkButton to="/sites/add" icon={IconPlus}>
                {overviewTexts.addASite}
              </LinkButton>
            </Can>
          )
        }
      >
        {overview &&
          (empty
            ? overviewTexts.thereIsNoSite
            : overviewTexts.asOf({ time: () => <RelativeTime at={overview.generated_at} /> }))}
      </PageHeader>
      {error && overview && <Notice tone="warn">{overviewTexts.theseNumbersAreNot({ message: error.message })}</Notice>}
      {!overview ? (
        error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Loading lines={12} />
        )
      ) : empty ? (
        <Suspense fallback={<Loading lines={8} />}>
          <GetStarted {...overview} />
        </Suspense>
      ) : (
        <Suspense fallback={<Loading lines={12} />}>
          {overview.maintenance && overview.maintenance.total > 0 && (
            <PeriodsNotice periods={overview.maintenance.items} withLink />
          )}
          <GetStarted {...overview} />
          <div className="overview-top">
            <UpdatesCard {...overview} />
            <SitesCard sites={overview.sites} />
          </div>
          <div className="grid-3">
            <div className="stack">
              <IncidentsCard {...overview} />
              <Suspense fallback={null}>
                <VulnerabilitiesCard />
              </Suspense>
              <SecurityCard {...overview} />
            </div>
            <div className="stack">
              <FailedSyncsCard {...overview} />
              <ChangesCard {...overview} />
              <CertificatesCard {...overview} />
            </div>
            <div className="stack">
              <Suspense fallback={null}>
                <RolloutsCard />
              </Suspense>
              <DisconnectedCard {...overview} />
              <JobsCard {...overview} />
              <RenewalsCard {...overview} />
              <DomainsCard {...overview} />
            </div>
          </div>
        </Suspense>
      )}
    </>
  )
}
