import type { Settings } from '../../operation/settings.ts'

/** How long a site goes without a sync. */
export const minutesBetweenSyncs = (settings: Settings): number =>
  Math.floor((24 * 60) / settings.get('general').frequency_daily_update)
