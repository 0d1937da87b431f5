import type { Limits } from '../../operation/actor.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { knownSlugs, listChoices } from './choice-store.ts'
import { beyondLimits, noTarget } from './cost-errors.ts'
import type { Targets } from './cost-store.ts'
import { knownIds, reachesBeyond, replaceTargets, type TargetKind } from './target-store.ts'
import { insertCosts, updateCosts } from './write-store.ts'
import { type NewCost, toColumns, toTargets, type WrittenCost } from './written-cost.ts'

/** Adding and changing costs, one or a whole table of them: with the same few queries, and all or nothing. */

export interface Writing {
  written: WrittenCost
  /** What it is for until now; none when it is new. */
  before: Targets | null
}

interface Looking {
  limits: Limits | null
  /** Inside the transaction that writes: what is named stays until it ends. */
  hold?: boolean
}

type Problems = Record<string, string>

/** What is wrong with each of them: names of things that do not exist, or that it is for nothing. */
export async function findProblems(db: Db, writings: readonly Writing[], looking: Looking): Promise<Problems[]> {
  const named = (pick: (targets: Partial<Targets>) => number[] | undefined) =>
    writings.flatMap(({ written }) => pick(toTargets(written)) ?? [])
  // In this order, as everywhere: clients, tags, sites. Whoever holds several waits for the others in turn.
  const known = {
    clients: await knownIds(
      db,
      'clients',
      named(({ clients }) => clients),
      looking,
    ),
    tags: await knownIds(
      db,
      'tags',
      named(({ tags }) => tags),
      looking,
    ),
    sites: await knownIds(
      db,
      'sites',
      named(({ sites }) => sites),
      looking,
    ),
  }
  const columns = writings.map(({ written }) => toColumns(written))
  const choices = {
    product_type: await knownChoices(
      db,
      'product-type',
      columns.map(({ product_type }) => product_type),
      looking,
    ),
    payment_method: await knownChoices(
      db,
      'payment-method',
      columns.map(({ payment_method }) => payment_method),
      looking,
    ),
  }
  return writings.map(({ written, before }, index) => {
    const problems: Problems = {}
    for (const field of ['product_type', 'payment_method'] as const) {
      const slug = columns[index]![field]
      const { slugs, allowed } = choices[field]
      if (slug && !slugs.has(slug)) problems[field] = `must be one of: ${allowed.join(', ')}`
    }
    const targets = toTargets(written)
    for (const [kind, ids] of Object.entries(targets) as [TargetKind, number[]][]) {
      const unknown = ids.filter((id) => !known[kind].has(id))
      if (unknown.length > 0) problems[kind === 'tags' ? 'groups' : kind] = `names unknown ids: ${unknown.join(', ')}`
    }
    const after = { ...(before ?? nothing), ...targets }
    const changesTargets = before === null || Object.keys(targets).length > 0
    if (changesTargets && Object.values(after).every((ids) => ids.length === 0)) problems.sites ??= noTarget
    return problems
  })
}

/** Before any cost is held: whoever deletes a choice holds it first, and then the costs that have it. */
export async function holdChoices(trx: Db, written: readonly WrittenCost[]): Promise<void> {
  const columns = written.map(toColumns)
  const given = (slugs: (string | null | undefined)[]) => slugs.filter((slug) => slug !== null && slug !== undefined)
  await knownSlugs(trx, 'product-type', given(columns.map(({ product_type }) => product_type)), { hold: true })
  await knownSlugs(trx, 'payment-method', given(columns.map(({ payment_method }) => payment_method)), { hold: true })
}

const nothing: Targets = { sites: [], tags: [], clients: [] }

async function knownChoices(
  db: Db,
  kind: 'product-type' | 'payment-method',
  given: (string | null | undefined)[],
  looking: Looking,
) {
  const wanted = [...new Set(given.filter((slug) => slug !== null && slug !== undefined))]
  const slugs = await knownSlugs(db, kind, wanted, looking)
  const allowed = wanted.every((slug) => slugs.has(slug)) ? [] : await listChoices(db, kind)
  return { slugs, allowed: allowed.map(({ slug }) => slug) }
}

/** For one cost: throws what is wrong with it. */
export async function requireSound(db: Db, writing: Writing, looking: Looking): Promise<void> {
  const [problems] = await findProblems(db, [writing], looking)
  if (Object.keys(problems!).length > 0) throw invalidInput(problems!)
  await requireWithinLimits(db, [writing], looking.limits)
}

/** A limited key writes costs for what it sees entirely: what it wrote would reach other sites too. */
export async function requireWithinLimits(db: Db, writings: readonly Writing[], limits: Limits | null): Promise<void> {
  if (!limits) return
  const all: Targets = { sites: [], tags: [], clients: [] }
  for (const { written, before } of writings) {
    for (const targets of [before ?? nothing, toTargets(written)]) {
      for (const [kind, ids] of Object.entries(targets) as [TargetKind, number[]][]) all[kind].push(...ids)
    }
  }
  if (await reachesBeyond(db, all, limits)) throw beyondLimits()
  for (const kind of ['clients', 'tags', 'sites'] as const) {
    const known = await knownIds(db, kind, all[kind], { limits })
    if (all[kind].some((id) => !known.has(id))) throw beyondLimits()
  }
}

/** Answers the ids of the new costs. */
export async function addCosts(trx: Db, costs: readonly NewCost[], now: Date): Promise<number[]> {
  const rows = costs.map((cost) => {
    const { name = '', price = '0', ...columns } = toColumns(cost)
    return { name, price, ...columns, created_at: now, updated_at: now }
  })
  const ids = await insertCosts(trx, rows)
  await writeTargets(
    trx,
    ids.map((id, index) => ({ id, written: costs[index]! })),
  )
  return ids
}

/** All of them must give the same fields, as the rows of a table do. */
export async function changeCosts(
  trx: Db,
  changes: readonly { id: number; written: WrittenCost }[],
  now: Date,
): Promise<void> {
  await updateCosts(
    trx,
    changes.map(({ id, written }) => ({ id, ...toColumns(written), updated_at: now })),
  )
  await writeTargets(trx, changes)
}

async function writeTargets(trx: Db, changes: readonly { id: number; written: WrittenCost }[]): Promise<void> {
  for (const kind of ['clients', 'tags', 'sites'] as const) {
    const wanted = new Map<number, number[]>()
    for (const { id, written } of changes) {
      const ids = toTargets(written)[kind]
      if (ids) wanted.set(id, ids)
    }
    if (wanted.size > 0) await replaceTargets(trx, kind, wanted)
  }
}
