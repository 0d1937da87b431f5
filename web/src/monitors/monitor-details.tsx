import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Card, Facts, Stat } from '../ui/card.tsx'
import { hourSlots, UptimeBar } from '../ui/chart/uptime-bar.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconSettings } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { coverageTexts } from './coverage-texts.ts'
import { HeartbeatBar } from './heartbeat-bar.tsx'
import { MonitorBadge } from './monitor-badge.tsx'
import { describeInterval, milliseconds, percent, shownStatus } from './monitor-labels.ts'
import { checkNow, switchMonitor } from './monitor-row-actions.tsx'
import { MonitorSettingsDialog } from './monitor-settings-dialog.tsx'
import { monitorsTexts } from './monitors-texts.ts'
import { ResponseTimes } from './response-times.tsx'
import { SiteIncidents } from './site-incidents.tsx'

const MonitorMaintenance = lazy(async () => ({
  default: (await import('../maintenance/monitor-maintenance.tsx')).MonitorMaintenance,
}))

type Monitor = DataOf<'get-monitor'>

/** The status of the monitor and what can be done with it. */
export function MonitorActions({ monitor: data }: { monitor: Monitor }) {
  const can = useCan()
  const [editing, setEditing] = useState(false)
  const { active } = data
  return (
    <>
      <MonitorBadge monitor={data} />
      {can('update-monitor-settings') && (
        <>
          <Button icon={IconSettings} onClick={() => setEditing(true)}>
            {monitorsTexts.settings}
          </Button>
          <Button icon={active ? IconPlayerPause : IconPlayerPlay} onClick={() => void switchMonitor(data)}>
            {active ? monitorsTexts.pause : monitorsTexts.resume}
          </Button>
        </>
      )}
      {can('check-monitor') && (
        <Button tone="primary" icon={IconRefresh} onClick={() => void checkNow(data)}>
          {monitorsTexts.checkNow}
        </Button>
      )}
      {editing && (
        <MonitorSettingsDialog
          siteId={data.id}
          siteName={data.name || hostOf(data.url)}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

/** The figures of a monitor: on its own page and on the page of its site. */
export function MonitorDetails({ monitor: data }: { monitor: Monitor }) {
  const { last_status, last_message, active } = data
  const newest = data.heartbeats[0]
  return (
    <>
      {(last_status === 'down' || last_status === 'pending') && last_message && (
        <Notice tone={last_status === 'down' ? 'bad' : 'warn'}>{sentence(last_message)}</Notice>
      )}
      {shownStatus(data) === 'never_reached' && (
        <Notice tone="warn">{monitorsTexts.thisSiteWasNever({ lastmessage: sentence(last_message ?? '') })}</Notice>
      )}
      {data.maintenance && (
        <Suspense>
          <MonitorMaintenance maintenance={data.maintenance} />
        </Suspense>
      )}
      {last_status === 'paused' && (
        <Notice>{active ? monitorsTexts.notCheckedWhileSuspended : monitorsTexts.notCheckedNow}</Notice>
      )}
      <div className="stats">
        <Stat label={monitorsTexts.up24Hours} value={percent(data.uptime_ratio_24h)} />
        <Stat label={monitorsTexts.up7Days} value={percent(data.uptime_ratio_7d)} />
        <Stat label={monitorsTexts.up30Days} value={percent(data.uptime_ratio_30d)} />
        <Stat label={monitorsTexts.incidents30Days} value={formatNumber(data.incidents_count_30d)} />
      </div>
      <div className="grid-2">
        <Card title={monitorsTexts.latestChecks}>
          <div className="stack">
            <HeartbeatBar beats={data.heartbeats} />
            <div className="stack-tight">
              <UptimeBar
                slots={hourSlots(data.uptime_24h)}
                label={
                  data.uptime_ratio_24h === null
                    ? coverageTexts.noLastDay
                    : coverageTexts.upLastDay({ ratio: data.uptime_ratio_24h })
                }
              />
              <span className="soft small">{monitorsTexts.theLast24Hours}</span>
            </div>
          </div>
        </Card>
        <Card title={monitorsTexts.lastCheck}>
          <Facts
            facts={[
              [monitorsTexts.when, <RelativeTime key="when" at={data.last_check_at} never={monitorsTexts.notYet} />],
              [
                monitorsTexts.answer,
                data.last_status_code
                  ? monitorsTexts.httpLaststatuscode({ laststatuscode: data.last_status_code })
                  : data.last_message && sentence(data.last_message),
              ],
              [monitorsTexts.address, data.address],
              [monitorsTexts.timeInAll, newest ? milliseconds(newest.ping_ms) : null],
              [monitorsTexts.nameLookup, newest ? milliseconds(newest.dns_ms) : null],
              [monitorsTexts.connection, newest ? milliseconds(newest.connect_ms) : null],
              [monitorsTexts.encryption, newest ? milliseconds(newest.tls_ms) : null],
              [monitorsTexts.firstByte, newest ? milliseconds(newest.first_byte_ms) : null],
              [
                monitorsTexts.checked,
                monitorsTexts.everyCheckfrequencyByType({
                  checkfrequency: describeInterval(data.check_frequency),
                  type: data.type,
                }),
              ],
            ]}
          />
        </Card>
      </div>
      <ResponseTimes siteId={data.id} />
      <SiteIncidents siteId={data.id} />
    </>
  )
}
