import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Limits } from '../../operation/limits.ts'
import { isEmptyInput } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { findKnownSlugs, listChoices } from './choices/choice-store.ts'
import { costBeyondLimits, costNotFound, noTarget } from './cost-errors.ts'
import { type CostInput, type NewCost, toCostColumns, toTargets } from './cost-input.ts'
import { deleteCostRow, insertCosts, listTargetsOfCosts, type Targets, updateCosts } from './cost-store.ts'
import { findKnownIds, reachesBeyond, replaceTargets, type TargetKind } from './cost-target-store.ts'

/** Validates, adds, changes and deletes costs: one or a whole table, with the same number of queries. */

export interface CostChange {
  input: CostInput
  /** Its targets before the change; null for a new cost. */
  before: Targets | null
}

interface LookupOptions {
  limits: Limits | null
  /** Lock the referenced rows until the transaction ends. */
  lock?: boolean
}

type Problems = Record<string, string>

const choiceFields = { product_type: 'product-type', payment_method: 'payment-method' } as const
const fieldOf: Record<TargetKind, string> = { sites: 'sites', tags: 'groups', clients: 'clients' }
// The order of locks, as everywhere, to avoid deadlocks.
const kinds = ['clients', 'tags', 'sites'] as const
const nothing: Targets = { sites: [], tags: [], clients: [] }

/** The problems of each cost: references to missing rows, or no target. */
export async function findProblems(
  db: Db,
  writings: readonly CostChange[],
  options: LookupOptions,
): Promise<Problems[]> {
  const given = writings.map(({ input, before }) => {
    const problems: Problems = {}
    return { before, columns: toCostColumns(input), targets: toTargets(input), problems }
  })
  for (const [field, kind] of typedEntries(choiceFields)) {
    const known = await findKnownSlugs(db, kind, namesIn(given.map(({ columns }) => columns[field])), options)
    const unknown = given.filter(({ columns: { [field]: slug } }) => typeof slug === 'string' && !known.has(slug))
    if (unknown.length === 0) continue
    const allowed = (await listChoices(db, kind)).map(({ slug }) => slug).join(', ')
    for (const { problems } of unknown) problems[field] = `must be one of: ${allowed}`
  }
  for (const kind of kinds) {
    const all = given.flatMap(({ targets }) => targets[kind] ?? [])
    const known = await findKnownIds(db, kind, all, options)
    for (const { targets, problems } of given) {
      const unknown = targets[kind]?.filter((id) => !known.has(id)) ?? []
      if (unknown.length > 0) problems[fieldOf[kind]] = `contains unknown ids: ${unknown.join(', ')}`
    }
  }
  for (const { before, targets, problems } of given) if (hasNoTarget(before, targets)) problems.sites ??= noTarget
  return given.map(({ problems }) => problems)
}

const namesIn = (slugs: (string | null | undefined)[]) => [...new Set(slugs.filter((slug) => typeof slug === 'string'))]

/** Other fields of a cost that lost all its targets can still be edited. */
function hasNoTarget(before: Targets | null, given: Partial<Targets>): boolean {
  if (before !== null && Object.keys(given).length === 0) return false
  return Object.values({ ...(before ?? nothing), ...given }).every((ids) => ids.length === 0)
}

/** Before costs are locked: deleting a choice locks it first and then its costs. */
export async function lockChoices(trx: Db, input: readonly CostInput[]): Promise<void> {
  const columns = input.map(toCostColumns)
  for (const [field, kind] of typedEntries(choiceFields)) {
    await findKnownSlugs(trx, kind, namesIn(columns.map((given) => given[field])), { lock: true })
  }
}

/** Throws the problems of one cost. */
export async function requireValidCost(db: Db, writing: CostChange, options: LookupOptions): Promise<void> {
  const [problems = {}] = await findProblems(db, [writing], options)
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  await requireCostsWithinLimits(db, [writing], options.limits)
}

/** A limited key must see every site that the costs apply to. */
export async function requireCostsWithinLimits(
  db: Db,
  writings: readonly CostChange[],
  limits: Limits | null,
): Promise<void> {
  if (!limits) return
  const targets = writings.flatMap(({ input, before }) => [before ?? nothing, toTargets(input)])
  const all = (kind: TargetKind) => [...new Set(targets.flatMap((each) => each[kind] ?? []))]
  for (const kind of kinds) {
    const known = await findKnownIds(db, kind, all(kind), { limits })
    if (known.size < all(kind).length) throw costBeyondLimits()
  }
  const reached = { sites: all('sites'), tags: all('tags'), clients: all('clients') }
  if (await reachesBeyond(db, reached, limits)) throw costBeyondLimits()
}

/** Returns the ids of the new costs. */
export async function addCosts(trx: Db, costs: readonly NewCost[], now: Date): Promise<number[]> {
  const rows = costs.map((cost) => {
    const { name = '', price = '0', ...columns } = toCostColumns(cost)
    return { name, price, ...columns, created_at: now, updated_at: now }
  })
  const ids = await insertCosts(trx, rows)
  await writeTargets(
    trx,
    ids.map((id, index) => ({ id, input: present(costs[index], 'the cost of an inserted row') })),
  )
  return ids
}

/** All changes must have the same fields, like the rows of a table. */
export async function changeCosts(
  trx: Db,
  changes: readonly { id: number; input: CostInput }[],
  now: Date,
): Promise<void> {
  await updateCosts(
    trx,
    changes.map(({ id, input }) => ({ id, ...toCostColumns(input), updated_at: now })),
  )
  await writeTargets(trx, changes)
}

async function writeTargets(trx: Db, changes: readonly { id: number; input: CostInput }[]): Promise<void> {
  for (const kind of ['clients', 'tags', 'sites'] as const) {
    const idsByCost = new Map<number, number[]>()
    for (const { id, input } of changes) {
      const ids = toTargets(input)[kind]
      if (ids) idsByCost.set(id, ids)
    }
    if (idsByCost.size > 0) await replaceTargets(trx, kind, idsByCost)
  }
}

type EditContext = Pick<Context, 'db' | 'actor' | 'clock'>

/** Returns the id of the new cost. */
export function createCost({ db, actor, clock }: EditContext, cost: NewCost): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await requireValidCost(trx, { input: cost, before: null }, { limits: actor.limits, lock: true })
    const [id] = await addCosts(trx, [cost], clock.now())
    return present(id, 'the id of the new cost')
  })
}

/** Changes only the given fields. Edits of one cost wait for each other, and the last write of a field wins. */
export function editCost({ db, actor, clock }: EditContext, id: number, input: CostInput): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockChoices(trx, [input])
    const before = await requireTargets(trx, id, { lock: true })
    await requireValidCost(trx, { input, before }, { limits: actor.limits, lock: true })
    if (isEmptyInput(input)) return
    await changeCosts(trx, [{ id, input }], clock.now())
  })
}

export function deleteCostWithinLimits({ db, actor }: Pick<EditContext, 'db' | 'actor'>, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await requireTargets(trx, id, { lock: true })
    await requireCostsWithinLimits(trx, [{ input: {}, before }], actor.limits)
    await deleteCostRow(trx, id)
  })
}

/** All targets, also those that the caller may not see. */
export async function requireTargets(db: Db, id: number, { lock = false } = {}): Promise<Targets> {
  const targets = (await listTargetsOfCosts(db, [id], { lock })).get(id)
  if (!targets) throw costNotFound(id)
  return targets
}
