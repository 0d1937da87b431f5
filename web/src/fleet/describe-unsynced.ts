import { describeCount } from '../ui/format/describe-count.ts'

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
    sites.never_synced > 0 && `${describeCount(sites.never_synced, 'site was', 'sites were')} never synced`,
    sites.sync_failed > 0 && `the last sync of ${describeCount(sites.sync_failed, 'site')} failed`,
    stale > 0 && `${describeCount(stale, 'site was', 'sites were')} not synced for longer than planned`,
    sites.disconnected > 0 && `${describeCount(sites.disconnected, 'site is', 'sites are')} not connected`,
  ].filter((reason) => reason !== false)
  if (reasons.length === 0) return null
  const text = new Intl.ListFormat('en').format(reasons)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
