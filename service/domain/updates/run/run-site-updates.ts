import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { ChildSite, How, Patience } from '../../../platform/connector/child-site.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import type { SiteSnapshot } from '../../../platform/connector/snapshot/snapshot.ts'
import { throwIfLeaseLost } from '../../../platform/leases.ts'
import { present } from '../../../platform/present.ts'
import { beginWork } from '../../../platform/work/current-work.ts'
import { throwIfInterrupted } from '../../../platform/work/interrupted.ts'
import {
  listNetworkSites,
  requireSite,
  type SiteRef,
  type SiteRow,
  siteDisconnected,
  siteSuspended,
  withChild,
} from '../../sites/index.ts'
import type { UpdateType } from '../update.ts'
import { checkBackup } from './backup-check.ts'
import { abandonStep, beginStep, type CheckedStep, finishStep } from './checked-step.ts'
import { sendExactVersion } from './exact-updates.ts'
import { findCheck, storedVerdict } from './gates/update-check-store.ts'
import { findHomepage, toHomepageCheck } from './homepage-health.ts'
import { findInstalledByNetwork } from './network-updates.ts'
import { settleUnfinishedUpdates } from './precheck.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { rescueSite } from './rescue-site.ts'
import type { SiteRunResult } from './run-report.ts'
import { itemKey, selectItems, type UpdateSelection } from './select-updates.ts'
import { recordSentItems, recordStart, type UpdateRun } from './update-history-store.ts'
import {
  isNotTried,
  outcomeOfCore,
  outcomeOfSoftware,
  outcomesOfRefusal,
  type RunItem,
  type UpdateOutcome,
} from './update-outcome.ts'
import { checkWatches } from './watch/check-watches.ts'

// The site may be locked by an update that takes minutes: a job can wait that long, a person cannot.
const maxWaitMs = { job: 900_000, person: 60_000 }
/** For the end of the site's maintenance and of a pause of its host, in one run. WordPress limits a maintenance to 10 minutes. */
const patienceMs = { job: 600_000, person: 20_000 }

/**
 * Installs the pending updates of one site, under its lock. Each item is recorded before it is sent and again when its
 * outcome is known; items without an outcome are settled by reading the site before anything is sent.
 */
export async function runSiteUpdates(
  context: Context,
  ref: SiteRef,
  selection: UpdateSelection,
): Promise<SiteRunResult> {
  const { id, facts } = await requireSite(context, ref)
  const caller = selection.run ? 'job' : 'person'
  const sharing = facts?.network ? await listNetworkSites(context.db, id, null) : []
  const work = async () => {
    beginWork()
    const site = await requireSite(context, id)
    if (site.suspended_by !== 'none') throw siteSuspended(site)
    if (site.connection !== 'connected') throw siteDisconnected(site)
    const { actor } = context
    const run: UpdateRun = { id: selection.run ?? randomUUID(), site, actor, automatic: selection.automatic ?? false }
    return updateLockedSite(context, site, run, selection, {
      patienceOfCaller: patienceMs[caller],
      sharesFiles: sharing.length > 0,
    })
  }
  const options = { maxWaitMs: maxWaitMs[caller] }
  // Sites of a network have the same files: one after the other, under the lock of the first of them.
  const first = Math.min(id, ...sharing.map((other) => other.id))
  // The slot before the lock: a site that waits for a slot stays free for other changes.
  return context.updateSlots.hold(caller, () =>
    context.siteLocks.hold(first, () => context.siteLocks.hold(id, work, options), options),
  )
}

async function updateLockedSite(
  context: Context,
  site: SiteRow,
  run: UpdateRun,
  selection: UpdateSelection,
  { patienceOfCaller, sharesFiles }: { patienceOfCaller: number; sharesFiles: boolean },
): Promise<SiteRunResult> {
  const patience: Patience = { leftMs: patienceOfCaller }
  await checkWatches(context, site.id, { isReplaced: true })
  const { finished: settled, withoutEffect, retried } = await settleUnfinishedUpdates(context, run, patience)
  const byNetwork = sharesFiles ? await findInstalledByNetwork(context, site, selection, patience) : []
  const finished = [...settled, ...byNetwork.filter((item) => !settled.some((done) => itemKey(done) === itemKey(item)))]
  const {
    items: selected,
    refused,
    policies,
  } = await selectItems(context, site, { ...selection, only: retried }, finished)
  const keys = new Set(selected.map(itemKey))
  // Sent before, without effect, and no longer selected: that is the outcome.
  const dropped = withoutEffect.filter((outcome) => !keys.has(itemKey(outcome)))
  await recordOutcomes(context, { run: run.id, siteId: site.id, user: run.actor.name }, dropped)
  const nothing = {
    site,
    health: null,
    verdict: null,
    watchedUntil: null,
    checks: { before: null, after: null },
    backup: null,
  }
  const known = context.resumed ? await findCheck(context.db, run.id) : undefined
  if (selected.length === 0 && known?.finished_at !== null) {
    // An earlier attempt has checked the site, and died before it reported the result.
    const verdict = known ? storedVerdict(known) : null
    const watchedUntil = known?.watched_until ?? null
    return { ...nothing, verdict, watchedUntil, outcomes: [...finished, ...dropped, ...refused] }
  }
  const backup = selected.length > 0 ? await checkBackup(context, site, patience) : null
  const policy = present(policies.of(site.id, null), 'the policy of the site')
  // A person who updates one site gets all checks; many sites at once get those of the sample.
  const isCanary = selection.isCanary ?? selection.run === undefined
  const gatePatience = { leftMs: patienceOfCaller }
  const about = { site, run, policies, policy, patience, gatePatience, isCanary }
  const step = await beginStep(context, { ...about, items: selected })
  const rescue: Rescuer = (items, how) => rescueSite(context, { site, policy, ...step }, items, how)
  const { outcomes: sent, failure } = await sendByType(context, run, step, { patience, rescue })
  const earlier = step.isContinued ? settled : []
  const unchecked = [...earlier, ...sent]
  if (unchecked.every(({ result }) => isNotTried(result))) {
    await recordOutcomes(context, { run: run.id, siteId: site.id, user: run.actor.name }, unchecked)
    await abandonStep(context, run.id, step)
    // Nothing was tried on this site: its error is the answer, and a later attempt may succeed.
    if (failure && [...finished, ...dropped].length === 0) throw failure
    return { ...nothing, outcomes: [...finished, ...dropped, ...sent, ...step.unguarded, ...refused], backup }
  }
  const { outcomes, after, verdict, health, watchedUntil } = await finishStep(context, about, step, unchecked)
  const checks = { before: toHomepageCheck(step.before), after: findHomepage(after) }
  const before = finished.filter((outcome) => !earlier.includes(outcome))
  const all = [...before, ...dropped, ...outcomes, ...step.unguarded, ...refused]
  return { site, outcomes: all, health, verdict, watchedUntil, checks, backup }
}

/** WordPress first: plugins may need the new version. Translations last: new versions bring new translations. */
const typeOrder: readonly UpdateType[] = ['core', 'plugin', 'theme', 'translation']

/** Helps a site that stopped answering after these items were sent. */
type Rescuer = (items: readonly RunItem[], about: { answered: boolean }) => Promise<void>

interface SendOptions {
  patience: Patience
  rescue: Rescuer
}

/** One call per type. After a call that did not reach the site, the remaining types are not sent. */
async function sendByType(context: Context, run: UpdateRun, step: CheckedStep, options: SendOptions) {
  const { db, clock, ingest } = context
  const outcomes: UpdateOutcome[] = []
  let failure: Refusal | undefined
  for (const type of typeOrder) {
    const ofType = step.items.filter((item) => item.type === type)
    if (ofType.length === 0) continue
    throwIfLeaseLost()
    await recordStart(db, run, ofType, clock.now())
    const sent = isSiteClosed(failure)
      ? failure
      : await sendUpdates(context, run.site.id, type, { ...step, items: ofType }, options).catch(asRefusal)
    const isRefusal = sent instanceof Error
    if (isRefusal) failure = sent
    const known = isRefusal ? outcomesOfRefusal(ofType, sent) : sent.outcomes
    try {
      if (!isRefusal && sent.snapshot) await ingest(run.site.id, sent.snapshot)
    } finally {
      await recordSentItems(db, run.id, known)
    }
    outcomes.push(...known)
  }
  return { outcomes, failure }
}

/** Thrown only where a call certainly had no effect. */
type Refusal = ConnectorError | ServiceError

function asRefusal(error: unknown): Refusal {
  throwIfInterrupted(error)
  if (error instanceof ConnectorError || error instanceof ServiceError) return error
  throw error
}

const isSiteClosed = (failure: Refusal | undefined): failure is Refusal =>
  failure !== undefined && !['not-sent', 'child-error'].includes(failure.kind)

interface SentUpdates {
  outcomes: UpdateOutcome[]
  /** The site after the call; undefined when it could not be read. */
  snapshot: SiteSnapshot | undefined
}

/** One changing call for all items of a type. Throws when it certainly had no effect. */
async function sendUpdates(
  context: Context,
  siteId: number,
  type: UpdateType,
  { items, guards }: Pick<CheckedStep, 'items' | 'guards'>,
  { patience, rescue }: SendOptions,
): Promise<SentUpdates> {
  const howFor = (sent: readonly RunItem[]): How => ({ patience, onSilence: (about) => rescue(sent, about) })
  const offered = items.filter(({ exact }) => !exact)
  // Read for each call: the call before may have restored the key.
  const site = await requireSite(context, siteId)
  const { outcomes, snapshot } =
    offered.length === 0
      ? { outcomes: [], snapshot: undefined }
      : await withChild(context, site, (child) => send(context, child, type, offered, howFor(offered)))
  const exact: UpdateOutcome[] = []
  for (const item of items.filter((each) => each.exact)) {
    throwIfLeaseLost()
    const sent = await sendExactVersion(context, siteId, item, guards, howFor([item])).catch(asRefusal)
    exact.push(...(sent instanceof Error ? outcomesOfRefusal([item], sent) : [sent]))
  }
  return { outcomes: [...outcomes, ...exact], snapshot }
}

async function send(
  { connector }: Context,
  child: ChildSite,
  type: UpdateType,
  items: readonly RunItem[],
  how: How,
): Promise<SentUpdates> {
  if (type === 'core') {
    const item = present(items[0], 'the update of WordPress')
    const outcome = await connector.updateCore(child, { version: item.from || null }, how)
    return { outcomes: [outcomeOfCore(item, outcome)], snapshot: outcome.snapshot }
  }
  const installed = items.map(({ slug, from }) => ({ slug, version: from || null }))
  const { items: reported, snapshot } =
    type === 'translation'
      ? await connector.updateTranslations(
          child,
          items.map(({ slug }) => slug),
          how,
        )
      : await connector[type === 'plugin' ? 'updatePlugins' : 'updateThemes'](child, installed, how)
  const bySlug = new Map(reported.map((outcome) => [outcome.slug, outcome]))
  return { outcomes: items.map((item) => outcomeOfSoftware(item, bySlug.get(item.slug))), snapshot }
}
