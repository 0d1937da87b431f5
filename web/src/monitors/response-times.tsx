import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useList } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { Chart } from '../ui/chart/chart.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { useTableState } from '../ui/table/table-state.ts'

const periods = [
  { value: '', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
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
          name: 'Response time',
          filled: true,
          values: slowest.map(({ uptime_status, ping_ms }) => (uptime_status === 'up' ? ping_ms : null)),
        },
      ],
    }
  }, [data])
  return (
    <Card
      title="Response time"
      actions={
        <span style={{ width: 'auto' }}>
          <FilterSelect
            label="Period"
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
        <EmptyState title="Not enough checks yet">The line begins with the second check of this period.</EmptyState>
      ) : (
        <>
          <Chart label="Response time over the chosen period, in milliseconds" unit=" ms" {...lines} />
          {data.total > data.rows.length && (
            <p className="soft small">
              The newest {data.rows.length.toLocaleString()} of {data.total.toLocaleString()} checks are drawn.
            </p>
          )}
        </>
      )}
    </Card>
  )
}
