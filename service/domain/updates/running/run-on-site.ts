import { randomUUID } from 'node:crypto'
import { asServiceError } from '../../../operation/as-service-error.ts'
import type { Context } from '../../../operation/context.ts'
import { publicError } from '../../../operation/each.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import {
  requireSite,
  type SiteRef,
  type SiteRow,
  siteDisconnected,
  siteSuspended,
  withSiteLock,
} from '../../sites/index.ts'
import { type Backup, checkForBackup } from './backup.ts'
import { chooseItems, keyOf, type Wanted } from './choose-items.ts'
import { finishItems } from './finish-items.ts'
import { checkAfterUpdates, checkHomepageIfEnabled, type HomepageCheck, healthOf } from './front-page-health.ts'
import { beginItems, type HistoryRow, noteHealth, type Run, rowsInDoubt, rowsOfRun } from './history-store.ts'
import { notTried } from './judge.ts'
import { type Health, type ItemOutcome, type RunItem, wasNotTried } from './outcome.ts'
import { precheck, type Settled } from './precheck.ts'
import { sendUpdates, stepOrder } from './send-updates.ts'
import { withUpdateSlot } from './update-slots.ts'

export interface SiteRun {
  site: SiteRow
  outcomes: ItemOutcome[]
  health: Health | null
  checks: { before: HomepageCheck | null; after: HomepageCheck | null }
  backup: Backup | null
}

// Whoever is before us may be at an update that takes minutes; a job can wait for that, a person would not.
const patience = { job: 900_000, person: 60_000 }

/**
 * Installs what waits on a site. Nobody else changes the site meanwhile. Each step is noted before the site is told and
 * again when it is known what became of it; what was begun and never ended is looked at before anything is sent.
 */
export async function runOnSite(context: Context, ref: SiteRef, wanted: Wanted): Promise<SiteRun> {
  const { id } = await requireSite(context, ref)
  const who = wanted.run ? 'job' : 'person'
  const work = async () => {
    const site = await requireSite(context, id)
    if (site.suspended_by !== 'none') throw siteSuspended(site)
    if (site.connection !== 'connected') throw siteDisconnected(site)
    const { actor } = context
    const run: Run = { id: wanted.run ?? randomUUID(), site, actor, automatic: wanted.automatic ?? false }
    return install(context, site, run, wanted)
  }
  // The place first: a site whose turn has not come stays free for other changes.
  return withUpdateSlot(context, who, () => withSiteLock(context, id, work, { patienceMs: patience[who] }))
}

async function install(context: Context, site: SiteRow, run: Run, wanted: Wanted): Promise<SiteRun> {
  const { known, withoutEffect } = await takeUp(context, run)
  const { items, refused } = await chooseItems(context, site, wanted, known)
  const chosen = new Set(items.map(keyOf))
  // Begun, without effect, and not wanted any more: that is how it ended.
  const given = withoutEffect.filter((outcome) => !chosen.has(keyOf(outcome)))
  await finishItems(context, { run: run.id, siteId: site.id, user: run.actor.name }, given)
  const backup = items.length > 0 ? await checkForBackup(context, site) : null
  const pageBefore = items.length > 0 ? await checkHomepageIfEnabled(context, site) : null
  const { outcomes: fresh, failure } = await takeSteps(context, run, items)
  const outcomes = [...known, ...given, ...fresh]
  // The site as a whole could not be updated: that is its answer, and a later try may go better.
  if (failure && outcomes.every(({ result }) => wasNotTried(result))) throw failure
  const pageAfter = fresh.some(({ result }) => !wasNotTried(result)) ? await checkAfterUpdates(context, site) : null
  const health = healthOf(pageBefore, pageAfter)
  if (health) await noteHealth(context.db, run.id, health)
  return { site, outcomes: [...outcomes, ...refused], health, checks: { before: pageBefore, after: pageAfter }, backup }
}

/**
 * What this run has done already, when somebody died over it, and what a look showed to have had no effect: that may be
 * sent again. What other runs left open on the site is settled on the way.
 */
async function takeUp(context: Context, run: Run): Promise<{ known: ItemOutcome[]; withoutEffect: ItemOutcome[] }> {
  const { db, resumed } = context
  const { id: siteId } = run.site
  const open = await rowsInDoubt(db, siteId)
  if (!resumed && open.length === 0) return { known: [], withoutEffect: [] }
  const finish = (row: HistoryRow, outcome: ItemOutcome) =>
    finishItems(context, { run: row.run, siteId, user: row.user_name }, [outcome])
  const settled = await precheck(context, siteId).catch(async (error: unknown) => {
    const { code, message } = publicError(asServiceError(error))
    for (const row of open) await finish(row, { ...outcomeOf(row), result: 'unknown', code, message })
    throw error
  })
  const mayGoAgain = ({ row, outcome }: Settled) => row.run === run.id && outcome.result === 'interrupted'
  for (const each of settled) if (!mayGoAgain(each)) await finish(each.row, each.outcome)
  const withoutEffect = settled.filter(mayGoAgain).map(({ outcome }) => outcome)
  const again = new Set(withoutEffect.map(keyOf))
  const rows = await rowsOfRun(db, run.id)
  return {
    known: rows.filter((row) => !wasNotTried(row.result) && !again.has(keyOf(row))).map(outcomeOf),
    withoutEffect,
  }
}

const outcomeOf = (row: HistoryRow): ItemOutcome => {
  const { type, slug, name, from_version: from, to_version: to, result, error_code: code, message } = row
  return { type, slug, name, from, to, result, code, message }
}

/** One call per type. A site that cannot be reached is not asked again in this run. */
async function takeSteps(context: Context, run: Run, items: readonly RunItem[]) {
  const { db, clock, ingest, actor } = context
  const outcomes: ItemOutcome[] = []
  let failure: Refusal | undefined
  for (const type of stepOrder) {
    const ofType = items.filter((item) => item.type === type)
    if (ofType.length === 0) continue
    await beginItems(db, run, ofType, clock.now())
    const told = isClosed(failure) ? failure : await sendUpdates(context, run.site.id, type, ofType).catch(refusalOf)
    const isRefusal = told instanceof Error
    if (isRefusal) failure = told
    const known = isRefusal ? notTried(ofType, told) : told.outcomes
    try {
      if (!isRefusal && told.snapshot) await ingest(run.site.id, told.snapshot)
    } finally {
      await finishItems(context, { run: run.id, siteId: run.site.id, user: actor.name }, known)
    }
    outcomes.push(...known)
  }
  return { outcomes, failure }
}

/** Thrown only where a call certainly had no effect. */
type Refusal = ConnectorError | ServiceError

function refusalOf(error: unknown): Refusal {
  if (error instanceof ConnectorError || error instanceof ServiceError) return error
  throw error
}

const isClosed = (failure: Refusal | undefined): failure is Refusal =>
  failure !== undefined && !['not-sent', 'child-error'].includes(failure.kind)
