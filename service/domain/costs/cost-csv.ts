import type { Context } from '../../operation/context.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { checkFields } from '../../operation/read-fields.ts'
import {
  type LineProblems,
  namesIn,
  readTable,
  refuseLines,
  type TableRow,
  toFieldName,
} from '../../operation/table-input.ts'
import { writeCsvPages } from '../../platform/csv.ts'
import type { Db } from '../../platform/database/database.ts'
import { trimEndOf } from '../../platform/trim-end.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { siteIdsByName } from '../sites/index.ts'
import { CostInput, NewCost } from './cost-input.ts'
import { type ExportedCost, findVisibleCosts, listTargetsOfCosts } from './cost-store.ts'
import { findIdsByName, findKnownIds, type TargetKind } from './cost-target-store.ts'
import { nextRenewal } from './renewals/renewal.ts'
import type { View } from './view.ts'
import { addCosts, changeCosts, findProblems, lockChoices, requireCostsWithinLimits } from './write-costs.ts'

/** The columns of an import: the id of a cost to change, and the fields of add-cost. */
export const costColumns = ['id', ...Object.keys(CostInput.shape)]

/** For readers only; an import ignores them. */
export const ignoredColumns = ['currency', 'next_renewal']

export function writeCostTable(pages: AsyncIterable<readonly ExportedCost[]>, view: View): AsyncGenerator<string> {
  const columns = [...costColumns, ...ignoredColumns]
  return writeCsvPages(columns, pages, (cost) => {
    const cells = cellsOf(cost, view)
    return columns.map((column) => cells[column] ?? '')
  })
}

const cellsOf = (cost: ExportedCost, { today, currency }: View): Record<string, string | null> => ({
  id: String(cost.id),
  name: cost.name,
  // Exact, without trailing zeros.
  price: trimEndOf(trimEndOf(cost.price, '0'), '.'),
  payment_type: cost.payment_type,
  license_type: cost.license_type,
  product_type: cost.product_type,
  product_slug: cost.product_slug,
  renewal_type: cost.renewal_type,
  last_renewal: cost.last_renewal,
  payment_method: cost.payment_method,
  cost_tracker_status: cost.status,
  url: cost.url,
  note: cost.note,
  product_color: cost.color,
  icon_hidden: cost.icon,
  // By names that are valid in another installation, by id where there is no such name.
  sites: cost.sites.map(({ url }) => url).join('; '),
  groups: cost.tags.map(({ id, name }) => (/^\d+$|;/.test(name) ? String(id) : name)).join('; '),
  clients: cost.clients.map(({ id, email }) => email ?? String(id)).join('; '),
  currency,
  next_renewal: nextRenewal(cost, today),
})

const isNumber = (name: string) => /^\d{1,15}$/.test(name)

/**
 * Resolves names of a table to ids: sites by address, tags by name, clients by e-mail address; a text of digits is always
 * an id. Names that do not exist or that the caller may not see are left out.
 */
export async function resolveTargetNames(
  context: Pick<Context, 'db' | 'actor'>,
  kind: TargetKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (kind === 'sites') return siteIdsByName(context, names)
  const { db, actor } = context
  const found = await findIdsByName(db, kind, [...new Set(names.filter((name) => !isNumber(name)))])
  for (const name of names) if (isNumber(name)) found.set(name, Number(name))
  const known = await findKnownIds(db, kind, [...found.values()], { limits: actor.limits })
  return new Map([...found].filter(([, id]) => known.has(id)))
}

/** A line of an import; with an id it changes that cost, else it adds one. */
export type ImportedCost = { line: number } & ({ id: number; input: CostInput } | { id: null; input: NewCost })

const targetFields = { sites: 'sites', groups: 'tags', clients: 'clients' } as const
type TargetField = keyof typeof targetFields

const withoutTargets = { sites: true, groups: true, clients: true } as const
const schemas = { add: NewCost.omit(withoutTargets), change: CostInput.omit(withoutTargets) }
const shapes = {
  add: inputSchemaOf(schemas.add),
  change: inputSchemaOf(schemas.change),
}

/** Reads the table and resolves its names to ids; throws the problems of all lines together. */
export async function readCostTable(
  context: Pick<Context, 'db' | 'actor'>,
  csv: string,
  { ignoreIds }: { ignoreIds: boolean },
): Promise<ImportedCost[]> {
  const fieldOf = (title: string) => {
    const name = toFieldName(title)
    return costColumns.includes(name) ? name : ignoredColumns.includes(name) ? null : undefined
  }
  const rows = readTable(csv, fieldOf, costColumns)
  const idsOf = (field: TargetField) => {
    const names = rows.flatMap(({ fields }) => namesIn(fields[field] ?? ''))
    return resolveTargetNames(context, targetFields[field], names)
  }
  const ids = { sites: await idsOf('sites'), groups: await idsOf('groups'), clients: await idsOf('clients') }
  const read = rows.map((row) => readRow(row, ids, ignoreIds))
  refuseLines([...read, ...repeatedIds(read)])
  return read.flatMap(({ cost }) => cost ?? [])
}

/** `cost` is missing when its fields have problems. */
interface ReadRow extends LineProblems {
  id: number | null
  cost?: ImportedCost
}

function readRow(
  { line, fields }: TableRow,
  ids: Record<TargetField, Map<string, number>>,
  ignoreIds: boolean,
): ReadRow {
  const { id: number = '', sites, groups, clients, ...texts } = fields
  const problems: Record<string, string> = {}
  const id = ignoreIds || number === '' ? null : Number(number)
  if (id !== null && !(Number.isSafeInteger(id) && id > 0)) problems.id = 'must be the id of a cost, or empty'
  const targets: Partial<Record<TargetField, number[]>> = {}
  const unknownTargets: Record<string, string> = {}
  for (const [field, cell] of typedEntries({ sites, groups, clients })) {
    if (cell === undefined) continue
    const names = namesIn(cell)
    const unknown = names.filter((name) => !ids[field].has(name))
    if (unknown.length > 0) unknownTargets[field] = `contains unknown names: ${unknown.join(', ')}`
    targets[field] = names.map((name) => ids[field].get(name) ?? 0)
  }
  if (id === null) {
    const { data, problems: wrong } = checkFields(schemas.add, shapes.add, texts)
    return {
      line,
      id,
      problems: { ...problems, ...wrong, ...unknownTargets },
      ...(data && { cost: { line, id, input: { ...data, ...targets } } }),
    }
  }
  const { data, problems: wrong } = checkFields(schemas.change, shapes.change, texts)
  return {
    line,
    id,
    problems: { ...problems, ...wrong, ...unknownTargets },
    ...(data && { cost: { line, id, input: { ...data, ...targets } } }),
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

/** Throws the problems of all lines. Use `lock` in the transaction that writes them. */
export async function requireValidRows(
  db: Db,
  { actor }: Pick<Context, 'actor'>,
  costs: readonly ImportedCost[],
  { lock = false } = {},
): Promise<void> {
  const { limits } = actor
  const ids = costs.flatMap(({ id }) => id ?? [])
  const targets = await listTargetsOfCosts(db, ids, { lock })
  const seen = await findVisibleCosts(db, ids, limits)
  const missing = costs.filter(({ id }) => id !== null && !seen.has(id))
  const writings = costs.map(({ id, input }) => ({ input, before: (id && targets.get(id)) || null }))
  const problems = await findProblems(db, writings, { limits, lock })
  refuseLines([
    ...missing.map(({ line, id }) => ({ line, problems: { id: `is unknown: there is no cost with the id ${id}` } })),
    ...costs.map(({ line }, index) => ({ line, problems: problems[index] ?? {} })),
  ])
  await requireCostsWithinLimits(db, writings, limits)
}

export function importCostRows(context: Pick<Context, 'db' | 'actor' | 'clock'>, costs: readonly ImportedCost[]) {
  return context.db.transaction().execute(async (trx) => {
    await lockChoices(
      trx,
      costs.map(({ input }) => input),
    )
    await requireValidRows(trx, context, costs, { lock: true })
    const now = context.clock.now()
    const added = costs.flatMap((cost) => (cost.id === null ? [cost.input] : []))
    const changed = costs.flatMap(({ id, input }) => (id === null ? [] : [{ id, input }]))
    await addCosts(trx, added, now)
    await changeCosts(trx, changed, now)
    return { added: added.length, updated: changed.length }
  })
}
