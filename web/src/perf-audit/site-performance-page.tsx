import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useOperation } from '../api/query.ts'
import { ModuleGate } from '../modules/module-gate.tsx'
import { sentence } from '../texts/sentence.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconGauge } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AuditButton } from './audit-button.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditHistory } from './audit-history.tsx'
import { perfAuditTexts } from './perf-audit-texts.ts'
import type { Strategy } from './performance-labels.tsx'
import { RunningAudits } from './running-audits.tsx'

const strategies: readonly (readonly [Strategy, string])[] = [
  ['mobile', perfAuditTexts.phone],
  ['desktop', perfAuditTexts.desktop],
]

export default function SitePerformancePage() {
  const { siteId } = useParams({ from: '/performance/$siteId' })
  return (
    <ModuleGate module="perf-audit">
      <SitePerformance siteId={siteId} />
    </ModuleGate>
  )
}

function SitePerformance({ siteId }: { siteId: string }) {
  const { on } = useSearch({ strict: false }) as { on?: string }
  const strategy: Strategy = on === 'desktop' ? 'desktop' : 'mobile'
  const { data, error, refetch } = useOperation('get-site-audit-result', { site_id_or_domain: Number(siteId) })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const audit = data[strategy]
  const failure = data[`${strategy}_failure`]
  return (
    <>
      <PageHeader title={data.name || hostOf(data.url)} actions={<AuditButton site={data} />}>
        <Link to="/performance">{perfAuditTexts.performance}</Link>,{' '}
        <Link to="/sites/$siteId" params={{ siteId }}>
          {hostOf(data.url)}
        </Link>
        {data.next_audit_at && perfAuditTexts.nextAudit({ time: () => <RelativeTime at={data.next_audit_at} /> })}
      </PageHeader>
      <RunningAudits />
      <Tabs
        label={perfAuditTexts.devices}
        tabs={strategies.map(([key, label]) => ({
          label,
          link: { to: '/performance/$siteId', params: { siteId }, search: key === 'mobile' ? {} : { on: key } },
          current: key === strategy,
        }))}
      />
      {failure && (
        <Notice tone="warn">
          {perfAuditTexts.theAuditShowedNothing({
            time: () => <RelativeTime at={failure.failed_at} />,
            reason: sentence(failure.reason),
          })}
        </Notice>
      )}
      {audit ? (
        <AuditDetails audit={audit} />
      ) : (
        <section className="card">
          <EmptyState icon={IconGauge} title={perfAuditTexts.notAuditedYet}>
            {perfAuditTexts.pressAuditNowOr}
          </EmptyState>
        </section>
      )}
      <AuditHistory siteId={data.id} strategy={strategy} />
    </>
  )
}
