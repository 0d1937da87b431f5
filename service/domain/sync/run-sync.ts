import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { publicError } from '../../operation/each.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { SiteSnapshot, SnapshotPart } from '../../platform/connector/snapshot/snapshot.ts'
import { findDatabaseFailure } from '../../platform/database/database-failure.ts'
import { changesPerSync } from '../activity/index.ts'
import {
  followTitle,
  recordSyncFailure,
  requireOwnAnswer,
  requireSite,
  retryKey,
  type SiteRef,
  type SiteRow,
  siteSuspended,
  withChild,
} from '../sites/index.ts'
import { findLastReading } from './part-store.ts'
import { withPremiumUpdates } from './premium-updates.ts'
import { isPremiumCheckDue, partsToRead } from './sync-plan.ts'

interface SyncResult {
  site: SiteRow
  at: Date
  /** The parts that were received, and the problems of the others. */
  parts: SnapshotPart[]
  problems: SiteSnapshot['problems']
}

/** The requested parts that did not arrive, each once. A part that arrived with a problem is not missing. */
export function missingParts({ parts, problems }: { parts: readonly string[]; problems: SiteSnapshot['problems'] }) {
  return [...new Map(problems.map((problem) => [problem.part, problem])).values()].filter(
    ({ part }) => !parts.includes(part),
  )
}

// Rows of the change log in the first request.
const firstLogRows = 500

const unchangedMs = 100
const maxWaits = { scheduled: 5_000, person: 60_000 }

/**
 * Reads the due parts of a site and lets every feature store its part. The site is locked: data that was read before a
 * change must not be stored after it.
 */
export async function runSync(context: Context, ref: SiteRef, { full = false } = {}): Promise<SyncResult> {
  const { clock, actor, resumed } = context
  const scheduled = actor.kind === 'system'
  const found = await requireSite(context, ref)
  const foundAt = clock.now().getTime()
  // A worker that died may have left its lease: the worker that resumes waits for the lease to expire.
  const timing = { maxWaitMs: scheduled && !resumed ? maxWaits.scheduled : maxWaits.person }
  return context.siteLocks.hold(
    found.id,
    async () => {
      // After waiting for the lock the site may have changed.
      const site = clock.now().getTime() - foundAt < unchangedMs ? found : await requireSite(context, found.id)
      if (site.suspended_by !== 'none') throw siteSuspended(site)
      return readAndIngest(context, await retryKey(context, site), full ? 'full' : scheduled ? 'scheduled' : 'by hand')
    },
    timing,
  )
}

async function readAndIngest(
  context: Context,
  site: SiteRow,
  how: 'scheduled' | 'by hand' | 'full',
): Promise<SyncResult> {
  const { db, clock, connector, ingest } = context
  const { readAt, cursor } = await findLastReading(db, site.id)
  const requested = partsToRead({ now: clock.now(), how, readAt, changes: context.modules.isActive('logs') })
  try {
    const { correctedUrl, ...snapshot } = await withChild(context, site, async (child) => {
      const first = await connector.readSite(child, { parts: requested, cursor, logRows: firstLogRows })
      const read = isPremiumCheckDue({ how, readAt }, requested)
        ? await withPremiumUpdates(connector, child, first)
        : first
      return read.changes?.more ? { ...read, ...(await readRest(context, child, read.changes, read.problems)) } : read
    })
    await requireOwnAnswer(context, site, snapshot.siteUrl)
    const parts = requested.filter((part) => snapshot[part] !== undefined)
    if (parts.length === 0) throw emptyAnswer()
    const missing = requested.filter((part) => !parts.includes(part) && !snapshot.problems.some((p) => p.part === part))
    const problems = [...snapshot.problems, ...missing.map((part) => ({ part, reason: 'was not sent' }))]
    await ingest(site.id, { ...snapshot, problems }, { claimedUrl: correctedUrl })
    const lacking = missingParts({ parts, problems })
    if (lacking.length > 0) await recordSyncFailure(db, site, snapshot.takenAt, incompleteSync(lacking))
    // Once a day, like the users of the site.
    if (requested.includes('users') || how === 'by hand') await followTitle(context, site)
    return { site, at: snapshot.takenAt, parts, problems }
  } catch (thrown) {
    // A failure of our own database is not a problem of the site.
    if (findDatabaseFailure(thrown) !== null) throw thrown
    const error = asServiceError(thrown)
    const reported = publicError(error)
    if (!notAFailure.includes(reported.code)) await recordSyncFailure(db, site, clock.now(), reported)
    throw error
  }
}

/** The rest of a long log. If it cannot be read, the sync still succeeds: the next sync continues there. */
async function readRest(
  { connector }: Context,
  child: ChildSite,
  changes: NonNullable<SiteSnapshot['changes']>,
  problems: SiteSnapshot['problems'],
) {
  try {
    const rest = await connector.readChanges(child, changes.next, { maxRows: changesPerSync })
    const log = [...new Map([...(changes.log ?? []), ...(rest.log ?? [])].map((row) => [row.key, row])).values()]
    return { changes: { ...rest, actions: [...changes.actions, ...rest.actions], log } }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return { problems: [...problems, { part: 'changes', reason: `could not be read to the end: ${error.message}` }] }
  }
}

const incompleteSync = (missing: SiteSnapshot['problems']) => ({
  code: 'svc_sync_incomplete',
  message: `The site did not send everything: ${missing.map(({ part, reason }) => `${part} (${reason})`).join(', ')}.`,
})

const emptyAnswer = () =>
  new ConnectorError(
    'svc_unreadable_answer',
    'The site answered, but its answer contains none of the requested data.',
    {
      reason: 'unreadable',
    },
  )

/** These end a sync but are not failures of the site. */
const notAFailure: string[] = ['svc_site_not_found', 'svc_site_disconnected', 'svc_site_suspended', 'svc_cancelled']
