import { defineTexts } from '../texts/define-texts.ts'

/** States of the condition of a site. */
export const conditionTexts = defineTexts({
  down: 'Down',
  disconnected: 'Disconnected',
  degraded: 'Has a problem',
  stale: 'Out of date',
  unknown: 'Not synced yet',
  suspended: 'Suspended',
  ok: 'Connected',
  suspendedByHand: 'Suspended by a user: not synced, updated or monitored',
  suspendedWithClient: 'Suspended together with its client: not synced, updated or monitored',
  siteIsDown: 'The site is down',
  notConnected: 'Not connected',
  notConnectedYet: 'Not connected yet',
  syncFailed: 'The last sync failed',
  syncIncomplete: 'The last sync was incomplete',
  checkRepeated: 'The last check failed and is being repeated',
  updateChecksFailed: 'The site failed its checks after an update',
  updateUnchecked:
    'The site could not be checked after its last update, so it is not known whether it works. Check the site',
  notSyncedForLong: 'The site was not synced for longer than planned, so its data may be out of date',
  addressChanged: 'The address was changed. Nothing is known about the new address until the next sync',
  neverSynced: 'Connected, but not synced yet',
  allWell: 'Connected, synced and up',
  notCheckedYet: 'Connected and synced. Its monitor has not checked it yet',
  notCheckedForLong: 'Connected and synced. Its monitor has not checked it for longer than planned',
  notMonitored: 'Connected and synced. Its uptime is not monitored',
})
