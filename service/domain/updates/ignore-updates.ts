import type { Context } from '../../operation/context.ts'
import { invalidInput, permissionDenied } from '../../operation/errors.ts'
import type { Plan } from '../../operation/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockSites, requireSite, type SiteRef, siteNotFound } from '../sites/index.ts'
import {
  type IgnorableType,
  type IgnoreAction,
  type IgnoreReason,
  type IgnoreTarget,
  nameOfEveryItem,
  slugProblem,
} from './ignored-update.ts'
import {
  type AffectedUpdate,
  applyRules,
  deleteEndedRules,
  deleteRules,
  type IgnoreNote,
  insertRules,
  listAffectedUpdates,
  listRulesOfSite,
  lockRulesExclusive,
  lockRulesShared,
  type Rule,
  type RuleScope,
} from './ignored-update-store.ts'

type Changing = Pick<Context, 'db' | 'clock' | 'actor'>

/** Changes the rules of one site. Its list and counts are right afterwards. */
export async function changeIgnoredOnSite(
  { db, clock, actor }: Changing,
  siteId: number,
  action: IgnoreAction,
  ignoring: IgnoreTarget,
  why?: IgnoreReason,
): Promise<void> {
  const rules = { ...validTarget(ignoring), siteId }
  const note = noteOf({ clock, actor }, why)
  await db.transaction().execute(async (trx) => {
    if ((await lockSites(trx, [siteId])).length === 0) throw siteNotFound(siteId)
    await lockRulesShared(trx)
    await changeRules(trx, action, rules, note)
    await applyRules(trx, action, rules)
  })
}

/** Changes the rules for every site, also for sites added later. All lists and counts are right afterwards. */
export async function changeIgnoredEverywhere(
  { db, clock, actor }: Changing,
  action: IgnoreAction,
  ignoring: IgnoreTarget,
  why?: IgnoreReason,
): Promise<{ sites: number }> {
  requireAllSites({ actor })
  const rules = { ...validTarget(ignoring), siteId: null }
  const note = noteOf({ clock, actor }, why)
  return db.transaction().execute(async (trx) => {
    await lockRulesExclusive(trx)
    await changeRules(trx, action, rules, note)
    return { sites: await applyRules(trx, action, rules) }
  })
}

async function changeRules(
  trx: Parameters<typeof insertRules>[0],
  action: IgnoreAction,
  rules: RuleScope,
  note: IgnoreNote,
): Promise<void> {
  if (action === 'ignore') await insertRules(trx, rules, note)
  else await deleteRules(trx, rules)
}

/** An end in the past would be no rule at all. */
function noteOf({ clock, actor }: Pick<Context, 'clock' | 'actor'>, why: IgnoreReason | undefined): IgnoreNote {
  const at = clock.now()
  const until = why?.until == null ? null : new Date(why.until)
  if (until && until <= at) throw invalidInput({ until: 'must be in the future, or null' })
  return { at, by: actor.name, reason: why?.reason.trim() ?? '', until }
}

const rulesPerRun = 500

export async function endIgnored({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<{ rules: number }> {
  return db.transaction().execute(async (trx) => {
    await lockRulesExclusive(trx)
    return { rules: await deleteEndedRules(trx, clock.now(), rulesPerRun) }
  })
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
  throw permissionDenied(
    'A user or key that is limited to certain sites cannot ignore updates on all of them; name a site.',
  )
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
