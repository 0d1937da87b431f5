import { randomUUID } from 'node:crypto'
import { asServiceError } from '../../../operation/connector-failure.ts'
import type { Context } from '../../../operation/context.ts'
import { publicFace } from '../../../operation/each.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import {
  aloneWithSite,
  requireSite,
  type SiteRef,
  type SiteRow,
  siteDisconnected,
  siteSuspended,
} from '../../sites/index.ts'
import { type Backup, lookForBackup } from './backup.ts'
import { chooseItems, keyOf, type Wanted } from './choose-items.ts'
import { finishItems } from './finish-items.ts'
import { healthOf, lookAfterUpdates, lookIfWanted, type PageLook } from './front-page-health.ts'
import { beginItems, noteHealth, type Run, rowsInDoubt, rowsOfRun } from './history-store.ts'
import { notTried } from './judge.ts'
import { lookFirst } from './look-first.ts'
import { type Health, type ItemOutcome, type RunItem, wasNotTried } from './outcome.ts'
import { stepOrder, tellSite } from './tell-site.ts'

export interface SiteRun {
  site: SiteRow
  outcomes: ItemOutcome[]
  health: Health | null
  checks: { before: PageLook | null; after: PageLook | null }
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
  const timing = { patienceMs: wanted.run ? patience.job : patience.person }
  return aloneWithSite(
    context,
    id,
    async () => {
      const site = await requireSite(context, id)
      if (site.suspended_by !== 'none') throw siteSuspended(site)
      if (site.connection !== 'connected') throw siteDisconnected(site)
      const { actor } = context
      const run: Run = { id: wanted.run ?? randomUUID(), site, actor, automatic: wanted.automatic ?? false }
      return install(context, site, run, wanted)
    },
    timing,
  )
}

async function install(context: Context, site: SiteRow, run: Run, wanted: Wanted): Promise<SiteRun> {
  const before = await takeUp(context, run)
  const { items, refused } = await chooseItems(context, site, wanted, before)
  const backup = items.length > 0 ? await lookForBackup(context, site) : null
  const pageBefore = items.length > 0 ? await lookIfWanted(context, site) : null
  const { outcomes: fresh, failure } = await takeSteps(context, run, items)
  const outcomes = [...before, ...fresh]
  // The site as a whole could not be updated: that is its answer, and a later try may go better.
  if (failure && outcomes.every(({ result }) => wasNotTried(result))) throw failure
  const pageAfter = fresh.some(({ result }) => !wasNotTried(result)) ? await lookAfterUpdates(context, site) : null
  const health = healthOf(pageBefore, pageAfter)
  if (health) await noteHealth(context.db, run.id, health)
  return { site, outcomes: [...outcomes, ...refused], health, checks: { before: pageBefore, after: pageAfter }, backup }
}

/** What this run has done already, when somebody died over it; the site was looked at before the answer. */
async function takeUp(context: Context, run: Run): Promise<ItemOutcome[]> {
  const { db, resumed } = context
  const { id: siteId } = run.site
  const open = await rowsInDoubt(db, siteId)
  if (!resumed && open.length === 0) return []
  const settled = await lookFirst(context, siteId).catch(async (error: unknown) => {
    const { code, message } = publicFace(asServiceError(error))
    for (const row of open) {
      const { type, slug, name, from_version: from, to_version: to } = row
      const outcome = { type, slug, name, from, to, result: 'unknown' as const, code, message }
      await finishItems(context, { run: row.run, siteId, user: row.user_name }, [outcome])
    }
    throw error
  })
  for (const { row, outcome } of settled) {
    await finishItems(context, { run: row.run, siteId, user: row.user_name }, [outcome])
  }
  // A look showed that these had no effect: they may be sent again.
  const again = new Set(
    settled
      .filter(({ row, outcome }) => row.run === run.id && outcome.result === 'interrupted')
      .map(({ row }) => keyOf(row)),
  )
  const rows = await rowsOfRun(db, run.id)
  return rows
    .filter((row) => !wasNotTried(row.result) && !again.has(keyOf(row)))
    .map(({ type, slug, name, from_version, to_version, result, error_code, message }) => {
      return { type, slug, name, from: from_version, to: to_version, result, code: error_code, message }
    })
}

/** One call per type. A site that cannot be reached is not asked again in this run. */
async function takeSteps(context: Context, run: Run, items: readonly RunItem[]) {
  const { db, clock, absorb, actor } = context
  const outcomes: ItemOutcome[] = []
  let failure: Refusal | undefined
  for (const type of stepOrder) {
    const ofType = items.filter((item) => item.type === type)
    if (ofType.length === 0) continue
    await beginItems(db, run, ofType, clock.now())
    const told = isClosed(failure) ? failure : await tellSite(context, run.site.id, type, ofType).catch(refusalOf)
    const isRefusal = told instanceof Error
    if (isRefusal) failure = told
    const known = isRefusal ? notTried(ofType, told) : told.outcomes
    try {
      if (!isRefusal && told.snapshot) await absorb(run.site.id, told.snapshot)
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
