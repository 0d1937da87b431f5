import { useMemo } from 'react'
import { useList } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { Chart } from '../ui/chart/chart.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { perfAuditTexts } from './perf-audit-texts.ts'
import type { Strategy } from './performance-labels.tsx'

const max = 100

export function AuditHistory({ siteId, strategy }: { siteId: number; strategy: Strategy }) {
  const { data, error } = useList('list-site-audits', { site_id_or_domain: siteId, strategy, per_page: max })
  const lines = useMemo(() => {
    const audits = [...(data?.rows ?? [])].reverse()
    return {
      times: audits.map(({ audited_at }) => Date.parse(audited_at) / 1000),
      series: [
        {
          name: perfAuditTexts.performance,
          color: 'accent' as const,
          values: audits.map(({ performance }) => performance),
        },
        {
          name: perfAuditTexts.accessibility,
          color: 'note' as const,
          values: audits.map(({ accessibility }) => accessibility),
        },
        {
          name: perfAuditTexts.bestPractices,
          color: 'warn' as const,
          values: audits.map(({ best_practices }) => best_practices),
        },
        { name: perfAuditTexts.searchEngines, color: 'good' as const, values: audits.map(({ seo }) => seo) },
      ],
    }
  }, [data])
  return (
    <Card title={perfAuditTexts.overTime}>
      {error && !data ? (
        <ErrorState error={error} />
      ) : !data ? (
        <Loading lines={5} />
      ) : data.rows.length < 2 ? (
        <p className="soft">{perfAuditTexts.withTheSecondAudit}</p>
      ) : (
        <Chart label={perfAuditTexts.scoresOfThePast} {...lines} />
      )}
    </Card>
  )
}
