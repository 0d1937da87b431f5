import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { publicError } from '../../operation/each.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { SiteSnapshot, SnapshotPart } from '../../platform/connector/snapshot/snapshot.ts'
import { changesPerSync } from '../activity/index.ts'
import { isModuleActive } from '../modules/index.ts'
import {
  recordSyncFailure,
  requireSite,
  type SiteRef,
  type SiteRow,
  siteSuspended,
  withChild,
  withSiteLock,
} from '../sites/index.ts'
import { findLastReading } from './part-store.ts'
import { withPremiumUpdates } from './premium-updates.ts'
import { looksForPremium, partsToRead } from './sync-plan.ts'

export interface Synced {
  site: SiteRow
  at: Date
  /** What came, and what was wrong with the rest. */
  parts: SnapshotPart[]
  problems: SiteSnapshot['problems']
}

// Read with the sync itself; more only when there is more.
const firstLogRows = 500

const noTimeMs = 100
const patience = { scheduled: 5_000, person: 60_000 }

/**
 * Asks a site for what is wanted of it and lets every feature keep its part. Nothing is changed on the site meanwhile:
 * what was read before a change must not be kept after it.
 */
export async function syncSite(context: Context, ref: SiteRef, { full = false } = {}): Promise<Synced> {
  const { clock, actor, resumed } = context
  const scheduled = actor.kind === 'system'
  const found = await requireSite(context, ref)
  const foundAt = clock.now().getTime()
  // A worker that died may have left its lease behind: whoever goes on with its work waits for that.
  const timing = { patienceMs: scheduled && !resumed ? patience.scheduled : patience.person }
  return withSiteLock(
    context,
    found.id,
    async () => {
      // Whoever had to wait for its turn looks again: the site may be another by now.
      const site = clock.now().getTime() - foundAt < noTimeMs ? found : await requireSite(context, found.id)
      if (site.suspended_by !== 'none') throw siteSuspended(site)
      return readAndKeep(context, site, full ? 'full' : scheduled ? 'scheduled' : 'by hand')
    },
    timing,
  )
}

async function readAndKeep(context: Context, site: SiteRow, how: 'scheduled' | 'by hand' | 'full'): Promise<Synced> {
  const { db, clock, connector, ingest } = context
  const { readAt, cursor } = await findLastReading(db, site.id)
  const wanted = partsToRead({ now: clock.now(), how, readAt, changes: isModuleActive(db, 'logs') })
  try {
    const { correctedUrl, ...snapshot } = await withChild(context, site, async (child) => {
      const first = await connector.readSite(child, { parts: wanted, cursor, logRows: firstLogRows })
      const read = looksForPremium({ how, readAt }, wanted) ? await withPremiumUpdates(connector, child, first) : first
      return read.changes?.more ? { ...read, ...(await readRest(context, child, read)) } : read
    })
    const parts = wanted.filter((part) => snapshot[part] !== undefined)
    if (parts.length === 0) throw saysNothing()
    const missing = wanted.filter((part) => !parts.includes(part) && !snapshot.problems.some((p) => p.part === part))
    const problems = [...snapshot.problems, ...missing.map((part) => ({ part, reason: 'was not sent' }))]
    await ingest(site.id, { ...snapshot, problems }, { claimedUrl: correctedUrl })
    return { site, at: snapshot.takenAt, parts, problems }
  } catch (thrown) {
    const error = asServiceError(thrown)
    const told = publicError(error)
    if (!notAFailure.includes(told.code)) await recordSyncFailure(db, site.id, clock.now(), told)
    throw error
  }
}

/** The rest of a long log. When it cannot be had, the sync is good all the same: the next one goes on where this ended. */
async function readRest({ connector }: Context, child: ChildSite, { changes, problems }: SiteSnapshot) {
  try {
    const rest = await connector.readChanges(child, changes!.next, { maxRows: changesPerSync })
    const log = [...new Map([...changes!.log!, ...(rest.log ?? [])].map((row) => [row.key, row])).values()]
    return { changes: { ...rest, actions: [...changes!.actions, ...rest.actions], log } }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return { problems: [...problems, { part: 'changes', reason: `could not be read to the end: ${error.message}` }] }
  }
}

const saysNothing = () =>
  new ConnectorError('svc_unreadable_answer', 'The site answered, but told nothing of what it was asked for.', {
    reason: 'unreadable',
  })

/** Stops a sync, but says nothing about how it went. */
const notAFailure: string[] = ['svc_site_not_found', 'svc_site_disconnected', 'svc_site_suspended', 'svc_cancelled']
