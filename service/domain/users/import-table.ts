import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput, ServiceError } from '../../operation/errors.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { readFields } from '../../operation/read-fields.ts'
import { type LineProblems, namesIn, readTable, refuseLines, toFieldName } from '../../operation/table-input.ts'
import { type Selection, type Selectors, selectForChange, siteSelectors } from '../content/index.ts'
import type { NamedSite } from '../sites/index.ts'
import { type NewUser, newUserFields, requireWayIn } from './user-input.ts'

export type ImportedUser = NewUser

const ImportRow = z.strictObject({ ...newUserFields, ...siteSelectors })
const schema = inputSchemaOf(ImportRow)

/** The order of the columns where the table does not name them. */
const columns = [
  'username',
  'email',
  'first_name',
  'last_name',
  'user_url',
  'password',
  'send_password',
  'role',
  'websites',
  'groups',
  'clients',
]

/** How people and other programs head them. */
const spellings: Record<string, string> = {
  ...Object.fromEntries(columns.map((name) => [name, name])),
  login: 'username',
  user_name: 'username',
  e_mail: 'email',
  website: 'user_url',
  sites: 'websites',
  select_sites: 'websites',
  tags: 'groups',
  select_groups: 'groups',
  select_clients: 'clients',
}
const lists = ['websites', 'groups', 'clients']

interface Row {
  /** The line of the table, or the place in the list. */
  row: number
  fields: Record<string, unknown>
}

interface Given {
  csv?: string | undefined
  rows?: Record<string, unknown>[] | undefined
  has_header: boolean
}

export function readRows({ csv, rows, has_header }: Given): Row[] {
  if ((csv === undefined) === (rows === undefined)) throw invalidInput({ rows: 'give either rows or csv' })
  if (rows) {
    if (rows.length === 0) throw invalidInput({ rows: 'holds no row' })
    return rows.map((fields, index) => ({ row: index + 1, fields }))
  }
  const table = has_header ? csv! : `${columns.slice(0, widthOf(csv!)).join(',')}\n${csv!}`
  const fieldOf = (title: string) => {
    const name = toFieldName(title)
    return Object.hasOwn(spellings, name) ? spellings[name] : undefined
  }
  return readTable(table, fieldOf, columns).map(({ line, fields }) => ({
    row: has_header ? line : line - 1,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, cell]) =>
        cell === '' ? [] : [[name, lists.includes(name) ? namesIn(cell) : cell]],
      ),
    ),
  }))
}

/** How many columns the first line has, which may be fewer than there are. */
const widthOf = (csv: string) =>
  csv
    .slice(0, csv.search(/[\r\n]|$/))
    .replace(/"[^"]*"/g, '')
    .split(',').length

export interface ImportTarget {
  row: number
  user: ImportedUser
  site: NamedSite
}

const mostTargets = 10_000

/** Every user on every site it shall be on; refuses the whole table when a row of it is wrong. */
export async function targetsOf(
  context: Pick<Context, 'db' | 'actor'>,
  rows: readonly Row[],
  otherwise: Selectors,
): Promise<ImportTarget[]> {
  const wrong: LineProblems[] = []
  const targets: ImportTarget[] = []
  const selections = new Map<string, Selection>()
  const select = async ({ websites, groups, clients }: Selectors) => {
    const key = JSON.stringify([websites, groups, clients])
    const known = selections.get(key) ?? (await selectForChange(context, { websites, groups, clients }))
    selections.set(key, known)
    return known
  }
  for (const { row, fields } of rows) {
    try {
      const { websites, groups, clients, ...user } = readRow(fields)
      const own = { websites, groups, clients }
      const { sites } = await select(websites.length + groups.length + clients.length > 0 ? own : otherwise)
      for (const site of sites) targets.push({ row, user, site })
    } catch (error) {
      const params = error instanceof ServiceError ? (error.details.params as Record<string, string>) : undefined
      if (!params) throw error
      wrong.push({ line: row, problems: params })
    }
    if (targets.length > mostTargets) {
      throw invalidInput({ rows: `mean more than ${mostTargets} users on sites together; send them in parts` })
    }
  }
  refuseLines(wrong)
  return targets
}

function readRow(fields: Record<string, unknown>): z.output<typeof ImportRow> {
  const { data, problems } = readFields(ImportRow, schema, fields)
  if (problems) throw invalidInput(problems)
  requireWayIn(data)
  return data
}
