import { systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput, permissionDenied } from '../../operation/errors.ts'
import type { Plan } from '../../operation/operation.ts'
import { lockSites, recountUpdates, requireSite, type SiteRef, siteNotFound } from '../sites/index.ts'
import { type IgnorableType, type IgnoreAction, type Ignoring, slugProblem } from './ignored.ts'
import { fetchTouched, type TouchedRow } from './ignored-list-store.ts'
import { addRules, holdRules, markByRules, type RuleScope, removeRules, shareRules } from './ignored-store.ts'
import { wantRecounts } from './recount-store.ts'
import { recount } from './recount-updates.ts'

type Changing = Pick<Context, 'db' | 'clock' | 'actor'>

/** On one site. Its list and its counts are right when this is done. */
export async function changeIgnoredOnSite(
  { db, clock, actor }: Changing,
  siteId: number,
  action: IgnoreAction,
  ignoring: Ignoring,
): Promise<void> {
  const rules = { ...checked(ignoring), siteId }
  await db.transaction().execute(async (trx) => {
    if ((await lockSites(trx, [siteId])).length === 0) throw siteNotFound(siteId)
    await shareRules(trx)
    await changeRules(trx, action, rules, { at: clock.now(), by: actor.name })
    await markByRules(trx, action, rules)
    await recountUpdates(trx, [siteId])
  })
}

// Sites that whoever changes a rule counts anew before answering; with more, a queued call does, in a few seconds.
const countedAtOnce = 500
// By then whoever changed the rule has counted, or is dead.
const leftOverAfterMs = 60_000

/**
 * On every site, also those to come. First the rule, the updates and what is counted of them, with nobody marking any
 * meanwhile: from then on every list of updates is right. Then the numbers that the sites carry themselves, which need the
 * sites: who holds a site may be waiting for the rules, so we must not hold those any more. What is to be counted is noted
 * with the rule, so that somebody else goes on with it if we die.
 */
export async function changeIgnoredEverywhere(
  { db, clock, actor, queue }: Changing & Pick<Context, 'queue'>,
  action: IgnoreAction,
  ignoring: Ignoring,
): Promise<{ sites: number }> {
  requireAllSites({ actor })
  const rules = { ...checked(ignoring), siteId: null }
  const changed = await db.transaction().execute(async (trx) => {
    await holdRules(trx)
    await changeRules(trx, action, rules, { at: clock.now(), by: actor.name })
    const recounts = await wantRecounts(trx, await markByRules(trx, action, rules))
    const call = { operation: 'recount-left-over-updates', input: {}, actor: systemActor('updates') }
    const later = recounts.length > countedAtOnce ? 0 : leftOverAfterMs
    const due = new Date(clock.now().getTime() + later)
    if (recounts.length > 0) await queue.later(call, { due, within: trx })
    return recounts
  })
  if (changed.length <= countedAtOnce) await recount(db, changed)
  return { sites: changed.length }
}

async function changeRules(
  trx: Parameters<typeof addRules>[0],
  action: IgnoreAction,
  rules: RuleScope,
  who: { at: Date; by: string },
): Promise<void> {
  if (action === 'ignore') await addRules(trx, rules, who)
  else await removeRules(trx, rules)
}

/** What a dry run answers: the updates that would vanish from the lists, or come back. */
export async function planIgnoring(
  context: Pick<Context, 'db' | 'actor'>,
  ref: SiteRef | null,
  action: IgnoreAction,
  ignoring: Ignoring,
): Promise<Plan> {
  const wanted = checked(ignoring)
  if (ref === null) requireAllSites(context)
  const site = ref === null ? null : await requireSite(context, ref)
  const { rows, total } = await fetchTouched(context.db, action, { ...wanted, siteId: site?.id ?? null })
  return {
    ...(site && { site_id: site.id, site_url: site.url }),
    would_affect: rows satisfies TouchedRow[],
    count: total,
    warnings: rows.length < total ? [`Only the first ${rows.length} updates are listed here.`] : [],
  }
}

/** Somebody who sees a part of the fleet must not decide for the rest. */
function requireAllSites({ actor }: Pick<Context, 'actor'>): void {
  if (!actor.limits) return
  throw permissionDenied('A key that is limited to certain sites cannot ignore updates on all of them; name a site.')
}

function checked(ignoring: Ignoring): Ignoring {
  const { type, slugs, version } = ignoring
  const problem = problemOf(type, slugs)
  if (problem) throw invalidInput({ slug: problem })
  // Everything of a type has no version of its own.
  if (slugs.length === 0 && version !== null && type !== 'core') {
    throw invalidInput({ version: 'is the version of an item; name the item as slug' })
  }
  return { type, slugs: type === 'core' ? ['wordpress'] : [...new Set(slugs)], version }
}

function problemOf(type: IgnorableType, slugs: readonly string[]): string | undefined {
  for (const slug of slugs) {
    const problem = slugProblem(type, slug)
    if (problem) return slugs.length === 1 ? problem : `${JSON.stringify(slug)} ${problem}`
  }
  return undefined
}
