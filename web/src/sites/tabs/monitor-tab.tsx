import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { DataOf } from '../../../../contract/client.ts'
import { useList, useOperation } from '../../api/query.ts'
import { Can } from '../../api/session.tsx'
import { coverageTexts } from '../../monitors/coverage-texts.ts'
import { MonitorBadge } from '../../monitors/monitor-badge.tsx'
import { describeInterval } from '../../monitors/monitor-labels.ts'
import { checkNow } from '../../monitors/monitor-row-actions.tsx'
import { BriefCard, BriefItem } from '../../overview/brief-card.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart/chart.tsx'
import { hourSlots, UptimeBar } from '../../ui/chart/uptime-bar.tsx'
import { duration } from '../../ui/format/duration.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconHeartRateMonitor } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { uptimeText } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'

const everyMs = 30_000
const percent = (ratio: number | null) => (ratio === null ? null : uptimeText(ratio))

export default function MonitorTab({ site }: SiteTab) {
  const input = { site_id_or_domain: site.id }
  const { data: monitor, error, refetch } = useOperation('get-monitor', input, { every: everyMs })
  const incidents = useList('list-incidents', { ...input, per_page: 10 })
  if (error && !monitor) return <ErrorState error={error} retry={() => void refetch()} />
  if (!monitor) return <Loading />
  return (
    <>
      {!monitor.active && (
        <Notice>
          This site is not watched.{' '}
          <Link to="/monitors/$siteId" params={{ siteId: String(site.id) }}>
            Switch its monitor on
          </Link>
          , or check it once by hand.
        </Notice>
      )}
      <div className="grid-2">
        <Card
          title="Now"
          actions={
            <div className="line">
              <LinkButton small tone="quiet" to="/monitors/$siteId" params={{ siteId: String(site.id) }}>
                All about the monitor
              </LinkButton>
              <Can operation="check-monitor">
                <Button small icon={IconHeartRateMonitor} onClick={() => void checkNow(site)}>
                  Check now
                </Button>
              </Can>
            </div>
          }
        >
          <div className="stack">
            <UptimeBar
              slots={hourSlots(monitor.uptime_24h)}
              label={
                monitor.uptime_ratio_24h === null
                  ? coverageTexts.noLastDay
                  : coverageTexts.upLastDay({ ratio: monitor.uptime_ratio_24h })
              }
            />
            <Facts
              facts={[
                ['Status', <MonitorBadge key="status" monitor={monitor} />],
                ['Last check', <RelativeTime key="at" at={monitor.last_check_at} />],
                ['Answer', monitor.last_status_code && `${monitor.last_status_code} ${monitor.last_message}`.trim()],
                ['Uptime, 24 hours', percent(monitor.uptime_ratio_24h)],
                ['Uptime, 7 days', percent(monitor.uptime_ratio_7d)],
                ['Uptime, 30 days', percent(monitor.uptime_ratio_30d)],
                ['Checked every', describeInterval(monitor.check_frequency)],
              ]}
            />
          </div>
        </Card>
        <BriefCard
          title="Incidents"
          total={incidents.data?.total ?? 0}
          all={{ to: '/monitors/$siteId', params: { siteId: String(site.id) } }}
          emptyText="No incidents are recorded."
        >
          {incidents.data?.rows.map(({ id, started_at, ended_at, cause, status }) => (
            <BriefItem
              key={id}
              name={cause}
              remark={
                <>
                  <RelativeTime at={utc(started_at)} />, for {duration(utc(started_at), ended_at && utc(ended_at))}
                </>
              }
              end={<StatusBadge status={status} />}
            />
          ))}
        </BriefCard>
      </div>
      <ResponseTimes monitor={monitor} />
    </>
  )
}

/** Incident times are "2026-11-01 10:00:00", in UTC. */
const utc = (text: string) => (text.includes('T') ? text : `${text.replace(' ', 'T')}Z`)

function ResponseTimes({ monitor }: { monitor: DataOf<'get-monitor'> }) {
  const { heartbeats } = monitor
  const beats = useMemo(() => heartbeats.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)), [heartbeats])
  const times = useMemo(() => beats.map(({ time }) => Date.parse(time) / 1000), [beats])
  const series = useMemo(
    () => [
      { name: 'Answer', values: beats.map(({ status, ping_ms }) => (status === 1 ? ping_ms : null)), filled: true },
    ],
    [beats],
  )
  if (beats.length < 2) return null
  return (
    <Card title="Response time of the latest checks">
      <Chart
        label={`Response times: ${monitor.response_time_avg_ms ?? '?'} ms on average, ${monitor.response_time_max_ms ?? '?'} ms at most`}
        times={times}
        series={series}
        unit=" ms"
      />
    </Card>
  )
}
