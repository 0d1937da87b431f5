import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput, refusedFields } from '../../operation/errors.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { readFields } from '../../operation/read-fields.ts'
import { type LineProblems, namesIn, readTable, refuseLines, toFieldName } from '../../operation/table-input.ts'
import { prepareSelectionsForChange, type Selectors, siteSelectors } from '../site-calls/index.ts'
import type { NamedSite } from '../sites/index.ts'
import { type NewUserInput, newUserFields, requirePasswordOrMail } from './user-input.ts'

const ImportRow = z.strictObject({ ...newUserFields, ...siteSelectors })
const schema = inputSchemaOf(ImportRow)

/** The order of the columns in a table without a header. */
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

/** Other titles of columns, as other programs write them. */
const columnNames: Record<string, string> = {
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
  /** The line of the table, or the position in the list. */
  row: number
  fields: Record<string, unknown>
}

interface ImportInput {
  csv?: string | undefined
  rows?: Record<string, unknown>[] | undefined
  has_header: boolean
}

export function readImportRows({ csv, rows, has_header }: ImportInput): Row[] {
  if ((csv === undefined) === (rows === undefined)) throw invalidInput({ rows: 'send either rows or csv' })
  if (rows) {
    if (rows.length === 0) throw invalidInput({ rows: 'is empty' })
    return rows.map((fields, index) => ({ row: index + 1, fields }))
  }
  const text = csv ?? ''
  const table = has_header ? text : `${columns.slice(0, countColumns(text)).join(',')}\n${text}`
  const fieldOf = (title: string) => {
    const name = toFieldName(title)
    return Object.hasOwn(columnNames, name) ? columnNames[name] : undefined
  }
  return readTable(table, (titles) => titles.map(fieldOf), columns).map(({ line, fields }) => ({
    row: has_header ? line : line - 1,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, cell]) =>
        cell === '' ? [] : [[name, lists.includes(name) ? namesIn(cell) : cell]],
      ),
    ),
  }))
}

const countColumns = (csv: string) =>
  csv
    .slice(0, csv.search(/[\r\n]|$/))
    .replace(/"[^"]*"/g, '')
    .split(',').length

export interface UserImportTarget {
  row: number
  user: NewUserInput
  site: NamedSite
}

const maxTargets = 10_000

export interface ImportTargets {
  targets: UserImportTarget[]
  /** Of the rows that are left out. */
  invalid: LineProblems[]
}

/** One target per user and site. Refuses the whole table if a row is invalid, or with `skipInvalid` if all are. */
export async function toImportTargets(
  context: Pick<Context, 'db' | 'actor'>,
  rows: readonly Row[],
  defaults: Selectors,
  { skipInvalid = false }: { skipInvalid?: boolean } = {},
): Promise<ImportTargets> {
  const invalidLines: LineProblems[] = []
  const collect = <Result>(line: number, read: () => Result): Result | undefined => {
    try {
      return read()
    } catch (error) {
      const params = refusedFields(error)
      if (!params) throw error
      invalidLines.push({ line, problems: params })
      return undefined
    }
  }
  const parsed = rows.flatMap(({ row, fields }) => {
    const data = collect(row, () => readRow(fields))
    if (!data) return []
    const { websites, groups, clients, ...user } = data
    const own = { websites, groups, clients }
    return [{ row, user, selectors: websites.length + groups.length + clients.length > 0 ? own : defaults }]
  })
  const select = await prepareSelectionsForChange(context, [...new Set(parsed.map(({ selectors }) => selectors))])
  const targets: UserImportTarget[] = []
  for (const { row, user, selectors } of parsed) {
    for (const site of collect(row, () => select(selectors)) ?? []) targets.push({ row, user, site })
    if (targets.length > maxTargets) {
      throw invalidInput({ rows: `create more than ${maxTargets} users in total; send them in parts` })
    }
  }
  const invalid = invalidLines.sort((one, other) => one.line - other.line)
  if (!skipInvalid) refuseLines(invalid)
  return { targets, invalid }
}

function readRow(fields: Record<string, unknown>): z.output<typeof ImportRow> {
  const { data, problems } = readFields(ImportRow, schema, fields)
  if (problems) throw invalidInput(problems)
  requirePasswordOrMail(data)
  return data
}
