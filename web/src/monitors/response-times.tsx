import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useList } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { Chart } from '../ui/chart/chart.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { useTableState } from '../ui/table/table-state.ts'
import { monitorsTexts } from './monitors-texts.ts'

const periods = [
  { value: '', label: monitorsTexts.last24Hours },
  { value: '7d', label: monitorsTexts.last7Days },
  { value: '30d', label: monitorsTexts.last30Days },
]
const max = 5000
// More points than pixels add nothing.
const drawn = 1000

/** Response times of a site; a gap is a failed check. */
export function ResponseTimes({ siteId }: { siteId: number }) {
  const { period = '24h' } = useSearch({ strict: false }) as { period?: string }
  const { set } = useTableState()
  const { data, error } = useList('list-heartbeats', { site_id_or_domain: siteId, period, limit: max })
  const lines = useMemo(() => {
    const beats = [...(data?.rows ?? [])].reverse()
    const step = Math.max(1, Math.ceil(beats.length / drawn))
    // Of several points keep the slowest, which is what users are looking for.
    const slowest = Array.from({ length: Math.ceil(beats.length / step) }, (_, at) =>
      beats.slice(at * step, (at + 1) * step).reduce((slow, beat) => (beat.ping_ms > slow.ping_ms ? beat : slow)),
    )
    return {
      times: slowest.map(({ time }) => Date.parse(time) / 1000),
      series: [
        {
          name: monitorsTexts.responseTime,
          filled: true,
          values: slowest.map(({ uptime_status, ping_ms }) => (uptime_status === 'up' ? ping_ms : null)),
        },
      ],
    }
  }, [data])
  return (
    <Card
      title={monitorsTexts.responseTime}
      actions={
        <span style={{ width: 'auto' }}>
          <FilterSelect
            label={monitorsTexts.period}
            value={period === '24h' ? '' : period}
            options={periods}
            onChange={(period) => set({ period })}
          />
        </span>
      }
    >
      {error && !data ? (
        <ErrorState error={error} />
      ) : !data ? (
        <Loading lines={5} />
      ) : data.rows.length < 2 ? (
        <EmptyState title={monitorsTexts.notEnoughChecksYet}>{monitorsTexts.theLineBeginsWith}</EmptyState>
      ) : (
        <>
          <Chart label={monitorsTexts.responseTimeOverThe} unit=" ms" {...lines} />
          {data.total > data.rows.length && (
            <p className="soft small">
              {monitorsTexts.theNewestCountOf({ count: data.rows.length, total: data.total })}
            </p>
          )}
        </>
      )}
    </Card>
  )
}
