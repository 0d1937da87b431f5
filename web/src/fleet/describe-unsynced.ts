import { formatList } from '../ui/format/number.ts'
import { fleetTexts } from './fleet-texts.ts'

interface SiteCounts {
  never_synced: number
  sync_failed: number
  disconnected: number
  by_condition: Readonly<Record<string, number>>
}

/** Why data of the last syncs does not cover all sites: "2 sites were never synced." Null if it does. */
export function describeUnsynced(sites: SiteCounts): string | null {
  const stale = sites.by_condition.stale ?? 0
  const reasons = [
    sites.never_synced > 0 && fleetTexts.neversynced({ neversynced: sites.never_synced }),
    sites.sync_failed > 0 && fleetTexts.theLastSyncOf({ syncfailed: sites.sync_failed }),
    stale > 0 && fleetTexts.stale({ stale }),
    sites.disconnected > 0 && fleetTexts.disconnected({ disconnected: sites.disconnected }),
  ].filter((reason) => reason !== false)
  if (reasons.length === 0) return null
  const text = formatList(reasons)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
