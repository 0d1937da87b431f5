import type { DataOf } from '../../../contract/client.ts'
import { Card, Facts } from '../ui/card.tsx'
import { formatDecimal } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { perfAuditTexts } from './perf-audit-texts.ts'
import { bytes, Score, seconds } from './performance-labels.tsx'

type Audit = NonNullable<DataOf<'get-site-audit-result'>['mobile']>

const scores = [
  ['performance', perfAuditTexts.performance],
  ['accessibility', perfAuditTexts.accessibility],
  ['best_practices', perfAuditTexts.bestPractices],
  ['seo', perfAuditTexts.foundBySearchEngines],
] as const

const categories: Record<string, string> = {
  accessibility: perfAuditTexts.accessibility,
  'best-practices': perfAuditTexts.bestPractices,
  best_practices: perfAuditTexts.bestPractices,
  seo: perfAuditTexts.foundBySearchEngines,
}

export function AuditDetails({ audit }: { audit: Audit }) {
  return (
    <>
      <div className="stats">
        {scores.map(([key, label]) => (
          <Card key={key}>
            <div className="score-card">
              <Score score={audit[key]} label={label} large />
              <span className="soft">{label}</span>
            </div>
          </Card>
        ))}
      </div>
      <div className="grid-2">
        <Card title={perfAuditTexts.times}>
          <Facts
            facts={[
              [perfAuditTexts.firstPaint, seconds(audit.fcp_ms)],
              [perfAuditTexts.largestPaint, seconds(audit.lcp_ms)],
              [perfAuditTexts.blocked, seconds(audit.tbt_ms)],
              [perfAuditTexts.speedIndex, seconds(audit.si_ms)],
              [perfAuditTexts.layoutShift, audit.cls === null ? null : formatDecimal(audit.cls, 3)],
              [perfAuditTexts.serverAnswer, seconds(audit.ttfb_ms)],
              [perfAuditTexts.sizeOfThePage, bytes(audit.page_bytes)],
              [perfAuditTexts.audited, <RelativeTime key="at" at={audit.audited_at} />],
              [perfAuditTexts.page, audit.final_url],
              [perfAuditTexts.lighthouse, audit.lighthouse_version],
            ]}
          />
        </Card>
        <Card title={perfAuditTexts.whatWouldMakeIt}>
          {audit.opportunities.length === 0 ? (
            <p className="soft">{perfAuditTexts.nothingWorthMentioning}</p>
          ) : (
            <ul className="stack-tight">
              {audit.opportunities.map(({ id, title, saving }) => (
                <li key={id} className="apart" style={{ flexWrap: 'nowrap' }}>
                  <span>{title}</span>
                  <span className="soft nowrap">{saving}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
      {audit.findings.length > 0 && (
        <Card title={perfAuditTexts.whatElseWasFound}>
          <ul className="stack-tight">
            {audit.findings.map(({ category, id, title }) => (
              <li key={`${category} ${id}`} className="apart">
                <span>{title}</span>
                <span className="soft small">{categories[category] ?? category}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
