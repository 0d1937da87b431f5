import type { Schedule } from '../../../operation/feature.ts'
import { installSiteUpdates } from '../operations/install-site-updates.ts'
import { listUpdateHistory } from '../operations/list-update-history.ts'
import { runAutomaticUpdates } from '../operations/run-automatic-updates.ts'
import { runUpdates } from '../operations/run-updates.ts'
import { updateAll } from '../operations/update-all.ts'
import { updateOneSite } from '../operations/update-one-site.ts'
import { updateSiteCore } from '../operations/update-site-core.ts'
import { updateSitePlugins } from '../operations/update-site-plugins.ts'
import { updateSiteThemes } from '../operations/update-site-themes.ts'
import { updateSiteTranslations } from '../operations/update-site-translations.ts'

/** Installing updates: what the feature's index adds to what it can show and ignore. */
export const runningOperations = [
  runUpdates,
  updateAll,
  updateOneSite,
  updateSiteCore,
  updateSitePlugins,
  updateSiteThemes,
  updateSiteTranslations,
  installSiteUpdates,
  runAutomaticUpdates,
  listUpdateHistory,
]

export const runningSchedule: Schedule[] = [{ operation: runAutomaticUpdates, cron: '*/5 * * * *' }]

export { runningAddresses } from './addresses.ts'
export { type HistoryPeriod, updateHistoryOf } from './history-reading-store.ts'
export type { HistoryRow } from './history-store.ts'
