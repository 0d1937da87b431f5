import type { DataOf } from '../../../contract/client.ts'
import { describeUnsynced } from '../fleet/describe-unsynced.ts'
import { isFullyChecked, MonitoringSwitch } from '../monitors/monitoring-switch.tsx'
import { sentence } from '../texts/sentence.ts'
import { duration } from '../ui/format/duration.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { momentText } from '../ui/format/moment.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { BriefCard, BriefItem, siteLink } from './brief-card.tsx'
import { overviewTexts } from './overview-texts.ts'

type Overview = DataOf<'get-overview'>

// Cards for sites that are down, failed to sync or are disconnected.

export function IncidentsCard({ incidents, monitoring }: Pick<Overview, 'incidents' | 'monitoring'>) {
  // For a role that may not see monitors.
  if (!incidents || !monitoring) return null
  const isCovered = isFullyChecked(monitoring)
  return (
    <BriefCard
      title={overviewTexts.openIncidents}
      total={incidents.total}
      all={{ to: '/monitors', search: { status: 'down' } }}
      emptyText={sentence(monitoring.summary)}
      emptyIsGood={isCovered}
      note={
        !isCovered && (
          <>
            {incidents.total > 0 && <span>{sentence(monitoring.summary)}</span>}
            <MonitoringSwitch coverage={monitoring} />
          </>
        )
      }
    >
      {incidents.items.slice(0, 5).map(({ id, site_id, site_name, site_url, started_at, cause }) => (
        <BriefItem
          key={id}
          link={siteLink(site_id, 'monitor')}
          name={site_name || hostOf(site_url)}
          remark={sentence(cause)}
          end={
            <span className="small" title={momentText(started_at)}>
              {duration(started_at, null)}
            </span>
          }
        />
      ))}
    </BriefCard>
  )
}

export function FailedSyncsCard({ failed_syncs, sites }: Pick<Overview, 'failed_syncs' | 'sites'>) {
  return (
    <BriefCard
      title={overviewTexts.failedSyncs}
      total={failed_syncs.total}
      tone="warn"
      all={{ to: '/sites', search: { attention: 'sync_failed' } }}
      emptyText={sites.never_synced === 0 ? overviewTexts.everyLastSyncWorked : overviewTexts.noSyncHasFailed}
      unknown={describeUnsynced({ ...sites, sync_failed: 0 })}
    >
      {failed_syncs.items.map(({ site_id, site_name, site_url, message, at }) => (
        <BriefItem
          key={site_id}
          link={siteLink(site_id, 'connection')}
          name={site_name || hostOf(site_url)}
          remark={sentence(message)}
          end={
            <span className="small soft">
              <RelativeTime at={at} />
            </span>
          }
        />
      ))}
    </BriefCard>
  )
}

export function DisconnectedCard({ disconnected }: Pick<Overview, 'disconnected'>) {
  return (
    <BriefCard
      title={overviewTexts.disconnectedSites}
      total={disconnected.total}
      all={{ to: '/sites', search: { status: 'disconnected' } }}
      emptyText={overviewTexts.everySiteIsConnected}
    >
      {disconnected.items.map(({ site_id, site_name, site_url, message }) => (
        <BriefItem
          key={site_id}
          link={siteLink(site_id, 'connection')}
          name={site_name || hostOf(site_url)}
          remark={message === null ? overviewTexts.notConnectedYet : sentence(message)}
        />
      ))}
    </BriefCard>
  )
}
