import type { FeatureGauge } from '../../operation/feature.ts'
import { countSiteRows } from './lists/site-list-store.ts'
import { siteStatuses } from './site.ts'
import { countFailedSyncs, findOldestDue } from './site-schedule-store.ts'

/** Counted only after sites changed: totals are stored with the version of the data. */
const sites: FeatureGauge = {
  name: 'flotilla_sites',
  help: 'Sites by status.',
  labelNames: ['status'],
  read: ({ db }) =>
    Promise.all(
      siteStatuses.map(async (status) => ({
        labels: { status },
        value: await countSiteRows(db, { status, limits: null }),
      })),
    ),
}

const failedSyncs: FeatureGauge = {
  name: 'flotilla_sites_sync_failed',
  help: 'Sites whose last sync failed or was incomplete.',
  labelNames: [],
  read: async ({ db }) => [{ labels: {}, value: await countFailedSyncs(db) }],
}

const lateSync: FeatureGauge = {
  name: 'flotilla_sync_late_seconds',
  help: 'How long the sync that is due first has been waiting to be queued; 0 if none is late.',
  labelNames: [],
  async read({ db, clock }) {
    const oldest = await findOldestDue(db, 'sync')
    const late = oldest === null ? 0 : (clock.now().getTime() - oldest.getTime()) / 1000
    return [{ labels: {}, value: Math.max(0, late) }]
  },
}

export const siteGauges = [sites, failedSyncs, lateSync]
