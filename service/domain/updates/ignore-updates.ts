import { systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput, permissionDenied } from '../../operation/errors.ts'
import type { Plan } from '../../operation/operation.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { lockSites, recountUpdates, requireSite, type SiteRef, siteNotFound } from '../sites/index.ts'
import {
  type IgnorableType,
  type IgnoreAction,
  type IgnoreTarget,
  nameOfEveryItem,
  slugProblem,
} from './ignored-update.ts'
import {
  type AffectedUpdate,
  applyRules,
  deleteRules,
  insertRules,
  listAffectedUpdates,
  listRulesOfSite,
  lockRulesExclusive,
  lockRulesShared,
  type Rule,
  type RuleScope,
} from './ignored-update-store.ts'
import { deleteRecounts, insertRecounts, type Recount, takeRecounts } from './update-count-store.ts'

type Changing = Pick<Context, 'db' | 'clock' | 'actor'>

/** Changes the rules of one site. Its list and counts are right afterwards. */
export async function changeIgnoredOnSite(
  { db, clock, actor }: Changing,
  siteId: number,
  action: IgnoreAction,
  ignoring: IgnoreTarget,
): Promise<void> {
  const rules = { ...validTarget(ignoring), siteId }
  await db.transaction().execute(async (trx) => {
    if ((await lockSites(trx, [siteId])).length === 0) throw siteNotFound(siteId)
    await lockRulesShared(trx)
    await changeRules(trx, action, rules, { at: clock.now(), by: actor.name })
    await applyRules(trx, action, rules)
    await recountUpdates(trx, [siteId])
  })
}

// Up to this many sites are recounted before the answer; more by a queued call, within seconds.
const countedAtOnce = 500
// By then the process that changed the rule has recounted, or is dead.
const leftOverAfterMs = 60_000

/**
 * Changes the rules for every site, also for sites added later. First the rule, the updates and their counts change under
 * the lock of the rules: from then on every list of updates is right. Then the counts in `sites` are updated, which needs
 * the locks of the sites: a transaction that has locked a site may wait for the rules, so their lock must be released
 * first. The sites to recount are stored with the rule, so that another process continues after a crash.
 */
export async function changeIgnoredEverywhere(
  { db, clock, actor, queue }: Changing & Pick<Context, 'queue'>,
  action: IgnoreAction,
  ignoring: IgnoreTarget,
): Promise<{ sites: number }> {
  requireAllSites({ actor })
  const rules = { ...validTarget(ignoring), siteId: null }
  const changed = await db.transaction().execute(async (trx) => {
    await lockRulesExclusive(trx)
    await changeRules(trx, action, rules, { at: clock.now(), by: actor.name })
    const recounts = await insertRecounts(trx, await applyRules(trx, action, rules))
    const call = { operation: 'recount-left-over-updates', input: {}, actor: systemActor('updates') }
    const later = recounts.length > countedAtOnce ? 0 : leftOverAfterMs
    const due = new Date(clock.now().getTime() + later)
    if (recounts.length > 0) await queue.later(call, { due, within: trx })
    return recounts
  })
  if (changed.length <= countedAtOnce) await recountSites(db, changed)
  return { sites: changed.length }
}

async function changeRules(
  trx: Parameters<typeof insertRules>[0],
  action: IgnoreAction,
  rules: RuleScope,
  who: { at: Date; by: string },
): Promise<void> {
  if (action === 'ignore') await insertRules(trx, rules, who)
  else await deleteRules(trx, rules)
}

/** The dry run: the updates that would disappear from the lists, or appear again. */
export async function planIgnoreChange(
  context: Pick<Context, 'db' | 'actor'>,
  ref: SiteRef | null,
  action: IgnoreAction,
  ignoring: IgnoreTarget,
): Promise<Plan> {
  const target = validTarget(ignoring)
  if (ref === null) requireAllSites(context)
  const site = ref === null ? null : await requireSite(context, ref)
  const { rows, total } = await listAffectedUpdates(context.db, action, { ...target, siteId: site?.id ?? null })
  return {
    ...(site && { site_id: site.id, site_url: site.url }),
    would_affect: rows satisfies AffectedUpdate[],
    count: total,
    warnings: rows.length < total ? [`Only the first ${rows.length} updates are listed here.`] : [],
  }
}

/** A caller that sees a part of the fleet must not change the rest. */
function requireAllSites({ actor }: Pick<Context, 'actor'>): void {
  if (!actor.limits) return
  throw permissionDenied('A key that is limited to certain sites cannot ignore updates on all of them; name a site.')
}

function validTarget(ignoring: IgnoreTarget): IgnoreTarget {
  const { type, slugs, version } = ignoring
  const problem = problemOf(type, slugs)
  if (problem) throw invalidInput({ slug: problem })
  // A whole type has no version.
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

/** The ignored items of a site after a change. */
interface IgnoredState {
  /** Items that rules of the site ignore, in one version or all. */
  slugs: string[]
  /** The site ignores all items of the type. */
  all: boolean
  /** An item of the type is ignored there, by a rule of the site or of every site. */
  any: boolean
  notes: string[]
}

export async function readIgnoredState(
  db: Db,
  siteId: number,
  { type, slugs, action }: { type: IgnorableType; slugs: readonly string[]; action: IgnoreAction },
): Promise<IgnoredState> {
  const rules = await listRulesOfSite(db, siteId, type)
  const own = rules.filter(({ site_id }) => site_id !== null)
  return {
    slugs: [...new Set(own.flatMap(({ slug }) => slug ?? []))],
    all: own.some(({ slug }) => slug === null),
    any: rules.length > 0,
    // Explains why an item is still hidden.
    notes: action === 'ignore' ? [] : rules.filter((rule) => concerns(rule, slugs)).map((rule) => noteOn(rule, type)),
  }
}

const concerns = ({ slug }: Rule, slugs: readonly string[]) =>
  slug === null || slugs.length === 0 || slugs.includes(slug)

function noteOn({ site_id, slug, version }: Rule, type: IgnorableType): string {
  const what = slug === null ? nameOfEveryItem[type] : version === null ? slug : `${slug} ${version}`
  const where = site_id === null ? 'on every site' : 'on this site'
  return `${what} ${slug === null && type !== 'core' ? 'are' : 'is'} still ignored ${where}.`
}

// Small enough that no site stays locked for long.
const sitesAtOnce = 1_000

/** Recounts the updates of these sites. After a crash `recountLeftOver` does the rest. */
async function recountSites(db: Database, recounts: readonly Recount[]): Promise<void> {
  for (let from = 0; from < recounts.length; from += sitesAtOnce) {
    const part = recounts.slice(from, from + sitesAtOnce)
    await db.transaction().execute(async (trx) => {
      await deleteRecounts(trx, part)
      await lockAndRecount(
        trx,
        part.map(({ site_id }) => site_id),
      )
    })
  }
}

/** Recounts the sites that other processes recorded and did not recount; returns their number. */
export async function recountLeftOver({ db }: Pick<Context, 'db'>): Promise<number> {
  let [sites, last] = [0, 0]
  do {
    last = await db.transaction().execute(async (trx) => {
      const siteIds = await takeRecounts(trx, sitesAtOnce)
      if (siteIds.length > 0) await lockAndRecount(trx, siteIds)
      return siteIds.length
    })
    sites += last
  } while (last > 0)
  return sites
}

async function lockAndRecount(trx: Db, siteIds: readonly number[]): Promise<void> {
  await recountUpdates(trx, await lockSites(trx, siteIds))
}
