import { Link } from '@tanstack/react-router'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { perfAuditTexts } from './perf-audit-texts.ts'
import { auditStatusLabels, type Result, Score, type Strategy, seconds } from './performance-labels.tsx'

const newest = ({ mobile, desktop }: Result): string | null =>
  [mobile?.audited_at, desktop?.audited_at]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1) ?? null

const strategyLabels = { mobile: perfAuditTexts.phone, desktop: perfAuditTexts.desktop } as const

const score = (strategy: Strategy): Column<Result> => ({
  key: strategy,
  title: strategyLabels[strategy],
  sort: strategy,
  cell: (result) => (
    <Score
      score={result[strategy]?.performance ?? null}
      label={perfAuditTexts.performanceTolowercase({ toLowerCase: strategyLabels[strategy].toLowerCase() })}
    />
  ),
})

export const resultColumns: readonly Column<Result>[] = [
  {
    key: 'site',
    title: perfAuditTexts.site,
    primary: true,
    sort: 'name',
    cell: ({ id, name, url }) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut">
          <Link to="/performance/$siteId" params={{ siteId: String(id) }} className="row-name">
            {name || hostOf(url)}
          </Link>
        </div>
        <div className="soft small cut">{hostOf(url)}</div>
      </div>
    ),
  },
  {
    key: 'status',
    title: perfAuditTexts.status,
    wide: true,
    cell: ({ status, mobile_failure, desktop_failure }) => {
      const [tone, label] = auditStatusLabels[status]
      const failure = mobile_failure ?? desktop_failure
      return (
        <div style={{ maxWidth: '18rem' }}>
          <Badge tone={tone} dot>
            {label}
          </Badge>
          {failure && <div className="soft small">{sentence(failure.reason)}</div>}
        </div>
      )
    },
  },
  score('mobile'),
  score('desktop'),
  {
    key: 'lcp',
    title: perfAuditTexts.largestPaint,
    from: 1180,
    number: true,
    blank: ({ mobile }) => mobile === null,
    cell: ({ mobile }) => (
      <span title={perfAuditTexts.largestContentfulPaintOn}>{seconds(mobile?.lcp_ms ?? null)}</span>
    ),
  },
  {
    key: 'audited',
    title: perfAuditTexts.audited,
    sort: 'audited_at',
    cell: (result) => <RelativeTime at={newest(result)} />,
  },
  {
    key: 'next',
    title: perfAuditTexts.next,
    optional: true,
    cell: ({ next_audit_at }) => <RelativeTime at={next_audit_at} />,
  },
]
