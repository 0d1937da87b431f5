import type { Feature } from '../../operation/feature.ts'
import { failedUpdates } from './inbox-source.ts'
import { ingestUpdates } from './ingest-updates.ts'
import { checkWatchedSite } from './operations/check-watched-site.ts'
import { checkWatchedSites } from './operations/check-watched-sites.ts'
import { endIgnoredUpdates } from './operations/end-ignored-updates.ts'
import { explainSiteUpdates } from './operations/explain-site-updates.ts'
import { getSiteUpdates } from './operations/get-site-updates.ts'
import { getUpdateEvidence } from './operations/get-update-evidence.ts'
import { getUpdateNotes } from './operations/get-update-notes.ts'
import { getUpdateScreenshot } from './operations/get-update-screenshot.ts'
import { ignoreSiteCore } from './operations/ignore-site-core.ts'
import { ignoreSitePlugins } from './operations/ignore-site-plugins.ts'
import { ignoreSiteThemes } from './operations/ignore-site-themes.ts'
import { ignoreSiteUpdates } from './operations/ignore-site-updates.ts'
import { ignoreUpdatesEverywhere } from './operations/ignore-updates-everywhere.ts'
import { installSiteUpdates } from './operations/install-site-updates.ts'
import { installSiteVersion } from './operations/install-site-version.ts'
import { listIgnoredItems } from './operations/list-ignored-items.ts'
import { listIgnoredUpdates } from './operations/list-ignored-updates.ts'
import { listItemReleases } from './operations/list-item-releases.ts'
import { listUpdateHistory } from './operations/list-update-history.ts'
import { listUpdateItemSites } from './operations/list-update-item-sites.ts'
import { listUpdateItems } from './operations/list-update-items.ts'
import { listUpdates } from './operations/list-updates.ts'
import { listUpdatesByClient } from './operations/list-updates-by-client.ts'
import { listUpdatesBySite } from './operations/list-updates-by-site.ts'
import { listUpdatesByTag } from './operations/list-updates-by-tag.ts'
import { recheckFailedSites } from './operations/recheck-failed-sites.ts'
import { retryGuardRestores } from './operations/retry-guard-restores.ts'
import { runAutomaticUpdates } from './operations/run-automatic-updates.ts'
import { runUpdates } from './operations/run-updates.ts'
import { setIgnoredUpdates } from './operations/set-ignored-updates.ts'
import { sumUpUpdateCounts } from './operations/sum-up-update-counts.ts'
import { updateAll } from './operations/update-all.ts'
import { updateOneSite } from './operations/update-one-site.ts'
import { updateSiteCore } from './operations/update-site-core.ts'
import { updateSitePlugins } from './operations/update-site-plugins.ts'
import { updateSiteThemes } from './operations/update-site-themes.ts'
import { updateSiteTranslations } from './operations/update-site-translations.ts'
import { addresses } from './rest.ts'
import { amendContradicted } from './run/contradicted-outcomes.ts'
import { deleteOldScreenshots } from './run/gates/screenshot-store.ts'

export const updatesFeature: Feature = {
  name: 'updates',
  tables: [
    'site_updates',
    'update_group_counts',
    'update_group_count_changes',
    'update_counts',
    'update_count_changes',
    'ignored_updates',
    'automatic_update_runs',
    'update_history',
    'update_slots',
    'update_checks',
    'update_screenshots',
    'failed_site_checks',
  ],
  retention: [
    {
      table: 'update_history',
      // 0 in the setting is without limit: a hundred years.
      keepDays: (settings) => settings.get('advanced').update_history_retention_days || 36_500,
      column: 'begun_at',
    },
    {
      table: 'update_checks',
      keepDays: (settings) => settings.get('advanced').update_history_retention_days || 36_500,
      column: 'started_at',
    },
    {
      table: 'automatic_update_runs',
      keepDays: (settings) => settings.get('advanced').update_history_retention_days || 36_500,
      column: 'started_at',
    },
    { table: 'update_screenshots', keepDays: 30, delete: deleteOldScreenshots },
  ],
  operations: [
    listUpdates,
    getSiteUpdates,
    explainSiteUpdates,
    listUpdatesBySite,
    listUpdateItems,
    listUpdateItemSites,
    listItemReleases,
    getUpdateNotes,
    getUpdateScreenshot,
    listUpdatesByClient,
    listUpdatesByTag,
    listIgnoredUpdates,
    listIgnoredItems,
    setIgnoredUpdates,
    ignoreSiteCore,
    ignoreSitePlugins,
    ignoreSiteThemes,
    ignoreSiteUpdates,
    ignoreUpdatesEverywhere,
    endIgnoredUpdates,
    sumUpUpdateCounts,
    runUpdates,
    updateAll,
    updateOneSite,
    updateSiteCore,
    updateSitePlugins,
    updateSiteThemes,
    updateSiteTranslations,
    installSiteUpdates,
    installSiteVersion,
    runAutomaticUpdates,
    recheckFailedSites,
    checkWatchedSite,
    checkWatchedSites,
    retryGuardRestores,
    listUpdateHistory,
    getUpdateEvidence,
  ],
  addresses,
  inbox: [failedUpdates],
  schedule: [
    { operation: endIgnoredUpdates, cron: '*/5 * * * *' },
    { operation: runAutomaticUpdates, cron: '*/5 * * * *' },
    { operation: recheckFailedSites, cron: '2-59/5 * * * *' },
    { operation: checkWatchedSites, cron: '* * * * *' },
    { operation: retryGuardRestores, cron: '* * * * *' },
    { operation: sumUpUpdateCounts, cron: '4-59/5 * * * *' },
  ],
  ingests: async (trx, items, now) => {
    await ingestUpdates(trx, items, now)
    await amendContradicted(trx, items, now)
  },
}

export { updateBulkActions } from './bulk-actions.ts'
export { allVersions, type IgnorableType } from './ignored-update.ts'
export { importIgnoreRules } from './moved-rules.ts'
export { type ReleaseStep, releaseStep } from './release-step.ts'
export { failedBefore, howToInstall, refusalCodeOf } from './run/apply-policies.ts'
export { installChecked } from './run/checked-install.ts'
export type { Verdict } from './run/gates/gate-types.ts'
export { StepEvidence, toStepEvidence } from './run/gates/step-evidence.ts'
export { listChecks, type UpdateCheckRow } from './run/gates/update-check-store.ts'
export { countLeftOut, failedReleaseFields, type SiteUpdates } from './run/leave-out-updates.ts'
export { RolledBackItem, rollBackRun } from './run/roll-back-run.ts'
export { SiteReport, toSiteReport, toUpdateResults } from './run/run-report.ts'
export { runSiteUpdates } from './run/run-site-updates.ts'
export {
  isNamedIn,
  itemKey,
  type RunRequest,
  selectSitesToUpdate,
  skippedSiteError,
  toRunItems,
} from './run/select-updates.ts'
export { hasTriedItems, listRunItemsToRollBack } from './run/update-history-store.ts'
export { checksFailed, isNotTried, type UpdateOutcome, UpdateResult } from './run/update-outcome.ts'
export { createUpdateSlots } from './run/update-slots.ts'
export { Slugs, TypeName, typesOf } from './update-entry.ts'
export { streamPendingUpdates } from './update-store.ts'
