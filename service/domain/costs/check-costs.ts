import type { Limits } from '../../operation/actor.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { knownSlugs, listChoices } from './choice-store.ts'
import { beyondLimits, noTarget } from './cost-errors.ts'
import { type CostInput, toColumns, toTargets } from './cost-input.ts'
import type { Targets } from './cost-store.ts'
import type { ChoiceKind } from './cost-table.ts'
import { knownIds, reachesBeyond, type TargetKind } from './target-store.ts'

/** Whether costs can be written as they are given: one or a whole table of them, with the same few queries. */

export interface Writing {
  written: CostInput
  /** What it is for until now; null when it is new. */
  before: Targets | null
}

interface Looking {
  limits: Limits | null
  /** Inside the transaction that writes: what is named stays until it ends. */
  hold?: boolean
}

type Problems = Record<string, string>

const choiceFields = { product_type: 'product-type', payment_method: 'payment-method' } as const
const fieldOf: Record<TargetKind, string> = { sites: 'sites', tags: 'groups', clients: 'clients' }
// The order of locks, as everywhere: whoever holds several waits for the others in turn.
const kinds = ['clients', 'tags', 'sites'] as const
const nothing: Targets = { sites: [], tags: [], clients: [] }

/** What is wrong with each of them: names of things that do not exist, or that it is for nothing. */
export async function findProblems(db: Db, writings: readonly Writing[], looking: Looking): Promise<Problems[]> {
  const given = writings.map(({ written }) => ({ columns: toColumns(written), targets: toTargets(written) }))
  const problems: Problems[] = writings.map(() => ({}))
  for (const [field, kind] of Object.entries(choiceFields) as [keyof typeof choiceFields, ChoiceKind][]) {
    const slugs = given.map(({ columns }) => columns[field])
    const known = await knownSlugs(db, kind, namesIn(slugs), looking)
    const unknown = slugs.map((slug) => typeof slug === 'string' && !known.has(slug))
    if (!unknown.includes(true)) continue
    const allowed = (await listChoices(db, kind)).map(({ slug }) => slug).join(', ')
    for (const [index, isUnknown] of unknown.entries())
      if (isUnknown) problems[index]![field] = `must be one of: ${allowed}`
  }
  for (const kind of kinds) {
    const all = given.flatMap(({ targets }) => targets[kind] ?? [])
    const known = await knownIds(db, kind, all, looking)
    for (const [index, { targets }] of given.entries()) {
      const unknown = targets[kind]?.filter((id) => !known.has(id)) ?? []
      if (unknown.length > 0) problems[index]![fieldOf[kind]] = `names unknown ids: ${unknown.join(', ')}`
    }
  }
  for (const [index, { targets }] of given.entries()) {
    if (isForNothing(writings[index]!.before, targets)) problems[index]!.sites ??= noTarget
  }
  return problems
}

const namesIn = (slugs: (string | null | undefined)[]) => [...new Set(slugs.filter((slug) => typeof slug === 'string'))]

/** A cost that lost all it was for can still be edited otherwise. */
function isForNothing(before: Targets | null, given: Partial<Targets>): boolean {
  if (before !== null && Object.keys(given).length === 0) return false
  return Object.values({ ...(before ?? nothing), ...given }).every((ids) => ids.length === 0)
}

/** Before any cost is held: whoever deletes a choice holds it first, and then the costs that have it. */
export async function holdChoices(trx: Db, written: readonly CostInput[]): Promise<void> {
  const columns = written.map(toColumns)
  for (const [field, kind] of Object.entries(choiceFields) as [keyof typeof choiceFields, ChoiceKind][]) {
    await knownSlugs(trx, kind, namesIn(columns.map((given) => given[field])), { hold: true })
  }
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
  const targets = writings.flatMap(({ written, before }) => [before ?? nothing, toTargets(written)])
  const all = (kind: TargetKind) => [...new Set(targets.flatMap((each) => each[kind] ?? []))]
  for (const kind of kinds) {
    const known = await knownIds(db, kind, all(kind), { limits })
    if (known.size < all(kind).length) throw beyondLimits()
  }
  const reached = { sites: all('sites'), tags: all('tags'), clients: all('clients') }
  if (await reachesBeyond(db, reached, limits)) throw beyondLimits()
}
