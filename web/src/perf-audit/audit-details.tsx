import type { DataOf } from '../../../contract/client.ts'
import { Card, Facts } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { bytes, Score, seconds } from './performance-labels.tsx'

type Audit = NonNullable<DataOf<'get-site-audit-result'>['mobile']>

const scores = [
  ['performance', 'Performance'],
  ['accessibility', 'Accessibility'],
  ['best_practices', 'Best practices'],
  ['seo', 'Found by search engines'],
] as const

const categories: Record<string, string> = {
  accessibility: 'Accessibility',
  'best-practices': 'Best practices',
  best_practices: 'Best practices',
  seo: 'Found by search engines',
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
        <Card title="Times">
          <Facts
            facts={[
              ['First paint', seconds(audit.fcp_ms)],
              ['Largest paint', seconds(audit.lcp_ms)],
              ['Blocked', seconds(audit.tbt_ms)],
              ['Speed index', seconds(audit.si_ms)],
              ['Layout shift', audit.cls === null ? null : audit.cls.toFixed(3)],
              ['Server answer', seconds(audit.ttfb_ms)],
              ['Size of the page', bytes(audit.page_bytes)],
              ['Audited', <RelativeTime key="at" at={audit.audited_at} />],
              ['Page', audit.final_url],
              ['Lighthouse', audit.lighthouse_version],
            ]}
          />
        </Card>
        <Card title="What would make it faster">
          {audit.opportunities.length === 0 ? (
            <p className="soft">Nothing worth mentioning.</p>
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
        <Card title="What else was found">
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
