import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { type KnownNames, listOnce, type NameRules, resolveName } from '../../operation/import-names.ts'
import { findRepeatedRows, type RejectedRow, type RowResult, type SkippedRow } from '../../operation/import-rows.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import type { Limits } from '../../operation/limits.ts'
import { checkFields } from '../../operation/read-fields.ts'
import { type LineProblems, namesIn, refuseLines, type TableRow } from '../../operation/table-input.ts'
import type { Db } from '../../platform/database/database.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { addClientNames, clientNameRules, findClientNames } from '../clients/index.ts'
import { siteIdsByName } from '../sites/index.ts'
import { addTagNames, findTagNames, tagNameRules } from '../tags/index.ts'
import { costBeyondLimits, noTarget } from './cost-errors.ts'
import { CostInput, NewCost } from './cost-input.ts'
import { findVisibleCosts, listTargetsOfCosts } from './cost-store.ts'
import {
  addCosts,
  type CostChange,
  changeCosts,
  findProblems,
  lockChoices,
  requireCostsWithinLimits,
} from './write-costs.ts'

/** A line of an import; with an id it changes that cost, else it adds one. */
export type ImportedCost = { row: number; line: number; newNames: NewNames } & (
  | { id: number; input: CostInput }
  | { id: null; input: NewCost }
)

/** Names in the row of clients and tags that the import adds. */
interface NewNames {
  groups: string[]
  clients: string[]
}
type TargetField = 'sites' | 'groups' | 'clients'

const withoutTargets = { sites: true, groups: true, clients: true } as const
const schemas = { add: NewCost.omit(withoutTargets), change: CostInput.omit(withoutTargets) }
const shapes = {
  add: inputSchemaOf(schemas.add),
  change: inputSchemaOf(schemas.change),
}

export interface CostRows {
  costs: ImportedCost[]
  rejected: RejectedRow[]
  skipped: SkippedRow[]
}

interface ReadOptions {
  ignoreIds: boolean
  /** Return the problems of wrong rows instead of throwing them. */
  keepApart?: boolean
  /** Accept names of clients and tags that do not exist; the import adds them. */
  create?: boolean
}

/** Resolves a name of a table: sites by address, tags by name, clients by name or e-mail address. */
interface Resolver {
  sites: Map<string, number>
  groups: { known: KnownNames; rules: NameRules }
  clients: { known: KnownNames; rules: NameRules }
}

/** Validates the rows and resolves their names to ids. Names that the caller may not see are unknown. */
export async function readCostRows(
  context: Pick<Context, 'db' | 'actor'>,
  rows: readonly TableRow[],
  { ignoreIds, keepApart = false, create = false }: ReadOptions,
): Promise<CostRows> {
  const { db, actor } = context
  const named = (field: TargetField) => rows.flatMap(({ fields }) => namesIn(fields[field] ?? ''))
  const resolver: Resolver = {
    sites: await siteIdsByName(context, named('sites')),
    groups: { known: await findTagNames(db, named('groups'), actor.limits), rules: tagNameRules(actor, { create }) },
    clients: {
      known: await findClientNames(db, named('clients'), actor.limits),
      rules: clientNameRules(actor, { create }),
    },
  }
  const read = rows.map((row) => readRow(row, resolver, ignoreIds))
  const repeatedLines = repeatedIds(read)
  if (!keepApart) refuseLines([...read, ...repeatedLines])
  const contents = new Map(rows.map(({ row, fields }) => [row, JSON.stringify(fields)]))
  const sameId = new Set(repeatedLines.map(({ line }) => line))
  const isWrong = ({ problems }: ReadRow) => Object.keys(problems).length > 0
  const valid = read.filter((row) => !isWrong(row))
  // Equal rows of a strict table are added twice, as before.
  const equal = keepApart
    ? findRepeatedRows(valid, ({ row }) => contents.get(row) ?? null)
    : new Map<ReadRow, ReadRow>()
  const isRepeated = (row: ReadRow) => sameId.has(row.line) || equal.has(row)
  return {
    costs: valid.flatMap((row) => (row.cost && !isRepeated(row) ? [row.cost] : [])),
    rejected: read.filter(isWrong).map(({ row, problems }) => ({ row, problems })),
    skipped: valid
      .filter(isRepeated)
      .map((row) => ({ row: row.row, message: `The cost is the same as in row ${equal.get(row)?.row ?? 'above'}.` })),
  }
}

/** `cost` is missing when its fields have problems. */
interface ReadRow extends LineProblems {
  row: number
  id: number | null
  cost?: ImportedCost
}

function readRow({ row, line, fields }: TableRow, resolver: Resolver, ignoreIds: boolean): ReadRow {
  const { id: number = '', sites, groups, clients, ...texts } = fields
  const problems: Record<string, string> = {}
  const id = ignoreIds || number === '' ? null : Number(number)
  if (id !== null && !(Number.isSafeInteger(id) && id > 0)) problems.id = 'must be the id of a cost, or empty'
  const targets: Partial<Record<TargetField, number[]>> = {}
  const newNames: NewNames = { groups: [], clients: [] }
  const wrongTargets: Record<string, string> = {}
  if (sites !== undefined) {
    const unknown = namesIn(sites).filter((name) => !resolver.sites.has(name))
    if (unknown.length > 0) wrongTargets.sites = `contains unknown names: ${unknown.join(', ')}`
    targets.sites = namesIn(sites).flatMap((name) => resolver.sites.get(name) ?? [])
  }
  for (const [field, cell] of typedEntries({ groups, clients })) {
    if (cell === undefined) continue
    const unknown: string[] = []
    targets[field] = namesIn(cell).flatMap((name) => {
      const found = resolveName(name, resolver[field].known, resolver[field].rules)
      if ('id' in found) return [found.id]
      if ('isNew' in found) newNames[field].push(found.name)
      else unknown.push(found.problem.startsWith('is unknown') ? name : `${name} (${found.problem})`)
      return []
    })
    if (unknown.length > 0) wrongTargets[field] = `contains unknown names: ${unknown.join(', ')}`
  }
  const read = { row, line, id }
  if (id === null) {
    const { data, problems: wrong } = checkFields(schemas.add, shapes.add, texts)
    return {
      ...read,
      problems: { ...problems, ...wrong, ...wrongTargets },
      ...(data && { cost: { row, line, newNames, id, input: { ...data, ...targets } } }),
    }
  }
  const { data, problems: wrong } = checkFields(schemas.change, shapes.change, texts)
  return {
    ...read,
    problems: { ...problems, ...wrong, ...wrongTargets },
    ...(data && { cost: { row, line, newNames, id, input: { ...data, ...targets } } }),
  }
}

function repeatedIds(rows: readonly ReadRow[]): LineProblems[] {
  const first = new Map<number, number>()
  return rows.flatMap(({ line, id }) => {
    if (id === null) return []
    const earlier = first.get(id)
    if (earlier !== undefined) return [{ line, problems: { id: `is the same as in line ${earlier}` } }]
    first.set(id, line)
    return []
  })
}

/** The problems of each cost that depend on other rows. Use `lock` in the transaction that writes them. */
async function findRowProblems(
  db: Db,
  { actor }: Pick<Context, 'actor'>,
  costs: readonly ImportedCost[],
  { lock = false } = {},
): Promise<Record<string, string>[]> {
  const { limits } = actor
  const ids = costs.flatMap(({ id }) => id ?? [])
  const targets = await listTargetsOfCosts(db, ids, { lock })
  const seen = await findVisibleCosts(db, ids, limits)
  const writings = costs.map(({ id, input }) => ({ input, before: (id && targets.get(id)) || null }))
  const problems = await findProblems(db, writings, { limits, lock })
  const beyond = new Set(await findBeyondLimits(db, writings, limits))
  return costs.map((cost, index) => {
    const { id, newNames } = cost
    const found = { ...problems[index] }
    // The names that the import adds become its targets.
    if (found.sites === noTarget && newNames.groups.length + newNames.clients.length > 0) delete found.sites
    if (id !== null && !seen.has(id)) found.id = `is unknown: there is no cost with the id ${id}`
    if (Object.keys(found).length === 0 && beyond.has(index)) found.sites = costBeyondLimits().message
    return found
  })
}

/** The indexes of costs that a limited caller may not write. Splits the list, so that a few of many take few queries. */
async function findBeyondLimits(
  db: Db,
  writings: readonly CostChange[],
  limits: Limits | null,
  first = 0,
): Promise<number[]> {
  if (!limits || writings.length === 0) return []
  try {
    await requireCostsWithinLimits(db, writings, limits)
    return []
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (writings.length === 1) return [first]
    const half = Math.ceil(writings.length / 2)
    return [
      ...(await findBeyondLimits(db, writings.slice(0, half), limits, first)),
      ...(await findBeyondLimits(db, writings.slice(half), limits, first + half)),
    ]
  }
}

/** Throws the problems of all lines. */
async function requireValidRows(
  db: Db,
  context: Pick<Context, 'actor'>,
  costs: readonly ImportedCost[],
  options: { lock?: boolean } = {},
): Promise<void> {
  const problems = await findRowProblems(db, context, costs, options)
  const beyond = costBeyondLimits()
  refuseLines(
    costs.map(({ line }, index) => ({
      line,
      problems: Object.fromEntries(
        Object.entries(problems[index] ?? {}).filter(([, reason]) => reason !== beyond.message),
      ),
    })),
  )
  if (problems.some(({ sites }) => sites === beyond.message)) throw beyond
}

/** The rows that can be imported; the others join the rejected ones, unless the table is refused as a whole. */
export async function planCostRows(
  context: Pick<Context, 'db' | 'actor'>,
  rows: readonly TableRow[],
  options: ReadOptions,
): Promise<CostRows> {
  const read = await readCostRows(context, rows, options)
  if (!options.keepApart) {
    await requireValidRows(context.db, context, read.costs)
    return read
  }
  const problems = await findRowProblems(context.db, context, read.costs)
  const wrong = new Map(read.costs.map((cost, index) => [cost, problems[index] ?? {}]))
  const isWrong = (cost: ImportedCost) => Object.keys(wrong.get(cost) ?? {}).length > 0
  return {
    costs: read.costs.filter((cost) => !isWrong(cost)),
    rejected: [
      ...read.rejected,
      ...read.costs.filter(isWrong).map((cost) => ({ row: cost.row, problems: wrong.get(cost) ?? {} })),
    ].sort((one, other) => one.row - other.row),
    skipped: read.skipped,
  }
}

/** The names that the costs add. */
export const listNewNamesOfCosts = (costs: readonly ImportedCost[]) =>
  listOnce({
    clients: costs.flatMap(({ newNames }) => newNames.clients),
    tags: costs.flatMap(({ newNames }) => newNames.groups),
  })

/** Adds and changes all costs in one transaction, with the clients and tags that they name. Throws if a row became invalid. */
export function importCostRows(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  given: readonly ImportedCost[],
): Promise<RowResult[]> {
  return context.db.transaction().execute(async (trx) => {
    const now = context.clock.now()
    await lockChoices(
      trx,
      given.map(({ input }) => input),
    )
    const costs = await withNewNames(trx, given, now)
    await requireValidRows(trx, context, costs, { lock: true })
    const added = costs.flatMap((cost) => (cost.id === null ? [{ row: cost.row, input: cost.input }] : []))
    const changed = costs.flatMap(({ row, id, input }) => (id === null ? [] : [{ row, id, input }]))
    const ids = await addCosts(
      trx,
      added.map(({ input }) => input),
      now,
    )
    // Records may have different fields; those of a statement have the same.
    for (const same of Map.groupBy(changed, ({ input }) => Object.keys(input).sort().join()).values())
      await changeCosts(trx, same, now)
    const none = { code: null, message: null }
    return [
      ...added.map(
        ({ row, input }, index): RowResult => ({
          ...{ row, label: input.name, ...none },
          outcome: 'created',
          id: ids[index] ?? null,
        }),
      ),
      ...changed.map(
        ({ row, id, input }): RowResult => ({
          ...{ row, label: input.name ?? `cost ${id}`, ...none },
          outcome: 'merged',
          id,
        }),
      ),
    ]
  })
}

async function withNewNames(trx: Db, costs: readonly ImportedCost[], now: Date): Promise<ImportedCost[]> {
  const names = listNewNamesOfCosts(costs)
  if (names.clients.length + names.tags.length === 0) return [...costs]
  const clients = await addClientNames(trx, names.clients, now)
  const tags = await addTagNames(trx, names.tags, now)
  const idsOf = (found: Map<string, number>, given: string[]) =>
    given.flatMap((name) => found.get(name.toLowerCase()) ?? [])
  return costs.map((cost) => {
    const targets = {
      ...(cost.newNames.clients.length > 0 && {
        clients: [...(cost.input.clients ?? []), ...idsOf(clients, cost.newNames.clients)],
      }),
      ...(cost.newNames.groups.length > 0 && {
        groups: [...(cost.input.groups ?? []), ...idsOf(tags, cost.newNames.groups)],
      }),
    }
    return cost.id === null
      ? { ...cost, input: { ...cost.input, ...targets } }
      : { ...cost, input: { ...cost.input, ...targets } }
  })
}
