import { useMemo } from 'react'
import type { OutputOf } from '../../../../contract/client.ts'
import { runAction } from '../../actions/run-action.tsx'
import { useList, useOperation } from '../../api/query.ts'
import { Can } from '../../api/session.tsx'
import { BriefItem } from '../../overview/brief-card.tsx'
import { sentence } from '../../texts/sentence.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart/chart.tsx'
import { formatDecimal } from '../../ui/format/number.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconGauge } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { tabsTexts } from './tabs-texts.ts'

type Result = OutputOf<'get-site-audit-result'>
type Audit = NonNullable<Result['mobile']>

const scores = [
  ['performance', tabsTexts.performance],
  ['accessibility', tabsTexts.accessibility],
  ['best_practices', tabsTexts.bestPractices],
  ['seo', tabsTexts.searchEngines],
] as const

const tone = (score: number) => (score >= 90 ? 'good' : score >= 50 ? 'warn' : 'bad')
const seconds = (ms: number | null) => (ms === null ? '–' : tabsTexts.seconds({ seconds: formatDecimal(ms / 1000, 1) }))
const shown = 6

export default function PerformanceTab({ site }: SiteTab) {
  const input = { site_id_or_domain: site.id }
  const { data, error, refetch } = useOperation('get-site-audit-result', input)
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const audit = (
    <Can operation="audit-site">
      <Button
        icon={IconGauge}
        onClick={() =>
          void runAction('audit-site', input, {
            doing: tabsTexts.queueingAnAuditOf({ site: nameOf(site) }),
            done: tabsTexts.theAuditWaitsIts,
          })
        }
      >
        {tabsTexts.auditNow}
      </Button>
    </Can>
  )
  const failures = [data.mobile_failure, data.desktop_failure].filter((failure) => failure !== null)
  if (!data.mobile && !data.desktop && failures.length === 0) {
    return (
      <section className="card">
        <EmptyState icon={IconGauge} title={tabsTexts.notAuditedYet} action={audit}>
          {data.next_audit_at ? tabsTexts.lighthouseIsScheduled : tabsTexts.lighthouse}
        </EmptyState>
      </section>
    )
  }
  return (
    <>
      <div className="apart">
        <span className="soft">
          {data.next_audit_at && <>{tabsTexts.nextAudit({ time: () => <RelativeTime at={data.next_audit_at} /> })}</>}
        </span>
        {audit}
      </div>
      {failures.map(({ reason, failed_at }) => (
        <Notice key={failed_at + reason} tone="warn">
          {tabsTexts.theLastAuditShowed({ reason: sentence(reason) })}
        </Notice>
      ))}
      <div className="grid-2">
        {data.mobile && <AuditCard title={tabsTexts.onAPhone} audit={data.mobile} />}
        {data.desktop && <AuditCard title={tabsTexts.onADesktop} audit={data.desktop} />}
      </div>
      <ScoreHistory siteId={site.id} />
    </>
  )
}

function AuditCard({ title, audit }: { title: string; audit: Audit }) {
  return (
    <Card
      title={title}
      flush
      actions={
        <span className="soft small">
          <RelativeTime at={audit.audited_at} />
        </span>
      }
    >
      <div className="card-body stack">
        <div className="site-figures">
          {scores.map(([field, label]) => {
            const score = audit[field]
            return (
              <div key={field}>
                <b className={score === null ? 'soft' : `ink-${tone(score)}`}>{score ?? '–'}</b>
                <span className="soft small">{label}</span>
              </div>
            )
          })}
        </div>
        <p className="soft small">
          {tabsTexts.firstPaintFcpmsLargest({
            fcpms: seconds(audit.fcp_ms),
            lcpms: seconds(audit.lcp_ms),
            tbtms: audit.tbt_ms ?? '–',
            cls: audit.cls ?? '–',
          })}
        </p>
      </div>
      <ul className="brief">
        {audit.opportunities.slice(0, shown).map(({ id, title, saving }) => (
          <BriefItem key={id} name={title} end={<span className="soft small">{saving}</span>} />
        ))}
      </ul>
    </Card>
  )
}

function ScoreHistory({ siteId }: { siteId: number }) {
  const { data } = useList('list-site-audits', { site_id_or_domain: siteId, strategy: 'mobile', per_page: 100 })
  const audits = useMemo(() => data?.rows.toReversed() ?? [], [data])
  const times = useMemo(() => audits.map(({ audited_at }) => Date.parse(audited_at) / 1000), [audits])
  const series = useMemo(
    () => [{ name: tabsTexts.performance, values: audits.map(({ performance }) => performance), filled: true }],
    [audits],
  )
  if (audits.length < 2) return null
  return (
    <Card title={tabsTexts.performanceOnAPhone}>
      <Chart
        label={tabsTexts.countAuditsTheLast({ count: audits.length, performance: audits.at(-1)?.performance ?? '?' })}
        times={times}
        series={series}
      />
    </Card>
  )
}
