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
import type { Db } from '../../platform/database/database.ts'
import { findProblems, holdChoices, requireWithinLimits } from './check-costs.ts'
import { costColumns, furtherColumns } from './cost-csv.ts'
import { CostInput, NewCost } from './cost-input.ts'
import { targetsOfCosts, visibleCosts } from './cost-store.ts'
import { idsOfNames } from './named-targets.ts'
import { addCosts, changeCosts } from './write-costs.ts'

/** One line of a table: a cost to be added, or with its id one to be changed. */
export interface ImportedCost {
  line: number
  id: number | null
  written: CostInput
}

const targetFields = { sites: 'sites', groups: 'tags', clients: 'clients' } as const
type TargetField = keyof typeof targetFields

const withoutTargets = { sites: true, groups: true, clients: true } as const
const schemas = { add: NewCost.omit(withoutTargets), change: CostInput.omit(withoutTargets) }
const shapes = {
  add: inputSchemaOf(schemas.add),
  change: inputSchemaOf(schemas.change),
}

/** What the table says, with the ids of what it names; refuses it as a whole, with the reasons for each line. */
export async function readCostTable(
  context: Pick<Context, 'db' | 'actor'>,
  csv: string,
  { ignoreIds }: { ignoreIds: boolean },
): Promise<ImportedCost[]> {
  const fieldOf = (title: string) => {
    const name = toFieldName(title)
    return costColumns.includes(name) ? name : furtherColumns.includes(name) ? null : undefined
  }
  const rows = readTable(csv, fieldOf, costColumns)
  const ids = {} as Record<TargetField, Map<string, number>>
  for (const field of Object.keys(targetFields) as TargetField[]) {
    const names = rows.flatMap(({ fields }) => namesIn(fields[field] ?? ''))
    ids[field] = await idsOfNames(context, targetFields[field], names)
  }
  const read = rows.map((row) => readRow(row, ids, ignoreIds))
  refuseLines([...read, ...repeatedIds(read)])
  return read
}

function readRow({ line, fields }: TableRow, ids: Record<TargetField, Map<string, number>>, ignoreIds: boolean) {
  const { id: number = '', sites, groups, clients, ...texts } = fields
  const problems: Record<string, string> = {}
  const id = ignoreIds || number === '' ? null : Number(number)
  if (id !== null && !(Number.isSafeInteger(id) && id > 0)) problems.id = 'must be the number of a cost, or empty'
  const kind = id === null ? 'add' : 'change'
  const checked = checkFields(schemas[kind], shapes[kind], texts)
  Object.assign(problems, checked.problems)
  const written: CostInput = { ...checked.data }
  for (const [field, cell] of Object.entries({ sites, groups, clients }) as [TargetField, string | undefined][]) {
    if (cell === undefined) continue
    const names = namesIn(cell)
    const unknown = names.filter((name) => !ids[field].has(name))
    if (unknown.length > 0) problems[field] = `names what is not there: ${unknown.join(', ')}`
    written[field] = names.map((name) => ids[field].get(name) ?? 0)
  }
  return { line, id, written, problems }
}

function repeatedIds(rows: readonly ImportedCost[]): LineProblems[] {
  const first = new Map<number, number>()
  return rows.flatMap(({ line, id }) => {
    if (id === null) return []
    const earlier = first.get(id)
    if (earlier !== undefined) return [{ line, problems: { id: `is already the cost of line ${earlier}` } }]
    first.set(id, line)
    return []
  })
}

/** Refuses what cannot be written. With `hold`, inside the transaction that writes it. */
export async function requireSoundTable(
  db: Db,
  { actor }: Pick<Context, 'actor'>,
  costs: readonly ImportedCost[],
  { hold = false } = {},
): Promise<void> {
  const { limits } = actor
  const ids = costs.flatMap(({ id }) => id ?? [])
  const targets = await targetsOfCosts(db, ids, { hold })
  const seen = await visibleCosts(db, ids, limits)
  const missing = costs.filter(({ id }) => id !== null && !seen.has(id))
  const writings = costs.map(({ id, written }) => ({ written, before: (id && targets.get(id)) || null }))
  const problems = await findProblems(db, writings, { limits, hold })
  refuseLines([
    ...missing.map(({ line, id }) => ({ line, problems: { id: `names no cost: there is none with the id ${id}` } })),
    ...costs.map(({ line }, index) => ({ line, problems: problems[index]! })),
  ])
  await requireWithinLimits(db, writings, limits)
}

export function importTable(context: Pick<Context, 'db' | 'actor' | 'clock'>, costs: readonly ImportedCost[]) {
  return context.db.transaction().execute(async (trx) => {
    await holdChoices(
      trx,
      costs.map(({ written }) => written),
    )
    await requireSoundTable(trx, context, costs, { hold: true })
    const now = context.clock.now()
    const added = costs.filter(({ id }) => id === null).map(({ written }) => written as NewCost)
    const changed = costs.flatMap(({ id, written }) => (id === null ? [] : [{ id, written }]))
    await addCosts(trx, added, now)
    await changeCosts(trx, changed, now)
    return { added: added.length, updated: changed.length }
  })
}
