import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../operation/context.ts'
import type { Limits } from '../../operation/limits.ts'
import type { Day } from '../../platform/calendar.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { exportPage, pagesById } from '../../platform/database/export-pages.ts'
import { containing, type Fragment } from '../../platform/database/fragments.ts'
import { fetchPage } from '../../platform/database/listing.ts'
import { clientIdIsVisible, siteIdIsVisible, tagIdIsVisible } from '../sites/index.ts'
import type { ChoiceKind, CostStatus, LicenseType, PaymentType, RenewalType } from './cost.ts'
import { costNotFound } from './cost-errors.ts'

export interface CostTable {
  id: Generated<number>
  name: string
  /** Exact, with 8 decimals. */
  price: string
  payment_type: Generated<PaymentType>
  license_type: Generated<LicenseType>
  product_type: Generated<string>
  product_slug: Generated<string>
  renewal_type: Generated<RenewalType>
  last_renewal: Day | null
  payment_method: string | null
  status: Generated<CostStatus>
  url: Generated<string>
  note: Generated<string>
  color: string | null
  icon: string | null
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    costs: CostTable
    cost_targets: { cost_id: number; site_id: number | null; tag_id: number | null; client_id: number | null }
    cost_choices: {
      kind: ChoiceKind
      slug: string
      title: string
      title_key: ColumnType<string, never, never>
      color: string | null
      icon: string | null
      created_at: Date
      updated_at: Date
    }
  }
}

/** True for the targets that the caller may see. */
function targetIsVisible(limits: Limits | null): Fragment {
  if (!limits) return sql`true`
  return sql`case
    when cost_targets.site_id is not null then ${siteIdIsVisible('cost_targets.site_id', limits)}
    when cost_targets.client_id is not null then ${clientIdIsVisible('cost_targets.client_id', limits)}
    else ${tagIdIsVisible('cost_targets.tag_id', limits)}
  end`
}

/** True for the costs that have a target the caller may see. Without limits, for all. */
const costIsVisible = (limits: Limits | null): Fragment =>
  limits
    ? sql`exists (select from cost_targets where cost_targets.cost_id = costs.id and ${targetIsVisible(limits)})`
    : sql`true`

/** The distinct sites of a cost: its own, those with its tags, those of its clients. */
export const sitesOfCost = (costId: number): Fragment => sql`
  select site_id from cost_targets where cost_id = ${costId} and site_id is not null
  union
  select site_tags.site_id from cost_targets join site_tags on site_tags.tag_id = cost_targets.tag_id
  where cost_targets.cost_id = ${costId}
  union
  select sites.id from cost_targets join sites on sites.client_id = cost_targets.client_id
  where cost_targets.cost_id = ${costId}`

/** The ids that a cost applies to. */
export interface Targets {
  sites: number[]
  tags: number[]
  clients: number[]
}

/** With the targets that the caller may see. */
export type CostRow = Selectable<CostTable> & Targets

/** Columns with the targets of a cost; `cost` is the name or alias of its table. */
function targetColumns(cost: string, limits: Limits | null): Fragment {
  const list = (column: string, name: string) => {
    const target = sql.ref(column)
    return sql`array(select ${target} from cost_targets
      where cost_id = ${sql.ref(cost)}.id and ${target} is not null and ${targetIsVisible(limits)}
      order by ${target}) as ${sql.ref(name)}`
  }
  return sql.join([list('site_id', 'sites'), list('tag_id', 'tags'), list('client_id', 'clients')])
}

export async function requireCost({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number): Promise<CostRow> {
  const { limits } = actor
  const [cost] = await queryRows(
    db,
    sql<CostRow>`select costs.*, ${targetColumns('costs', limits)} from costs
      where costs.id = ${id} and ${costIsVisible(limits)}`,
  )
  if (!cost) throw costNotFound(id)
  return cost
}

/** Active costs with a renewal interval, also those without a last renewal. */
export const listRenewing = (db: Database, limits: Limits | null) =>
  queryRows(
    db,
    sql<Selectable<CostTable>>`select costs.* from costs
      where status = 'active' and payment_type = 'subscription' and renewal_type <> 'disabled'
        and ${costIsVisible(limits)} order by costs.id`,
  )

export interface RenewalFacts {
  name: string
  amount: number
  currency: string
  days_left: number
}

/** Rows for the inbox; the days were computed from the costs that the caller may see. */
export const renewalRows = (renewals: readonly (RenewalFacts & { id: number; due: string; end: Date })[]): Fragment =>
  sql`select renewal ->> 'key' as key, null::bigint as site_id, (renewal ->> 'end')::timestamptz as at,
      position, null::bigint as assigned_user_id, renewal as facts
    from jsonb_array_elements(${JSON.stringify(
      renewals.map(({ id, due, end, name, amount, currency, days_left }) => ({
        key: `${id} ${due}`,
        end,
        name,
        amount,
        currency,
        days_left,
      })),
    )}::jsonb) with ordinality as given (renewal, position)`

/** All targets of each cost, also beyond the caller's limits. `lock` locks the costs until the transaction ends. */
export async function listTargetsOfCosts(
  db: Db,
  ids: readonly number[],
  { lock = false } = {},
): Promise<Map<number, Targets>> {
  if (lock) {
    await sql`select from costs where id = any (${ids}::bigint[]) order by id for update`.execute(db)
  }
  const query = sql<Targets & { id: number }>`select costs.id, ${targetColumns('costs', null)} from costs
    where id = any (${ids}::bigint[])`
  const rows = await queryRows(db, query)
  return new Map(rows.map(({ id, ...targets }) => [id, targets]))
}

/** The ids that exist and that the caller may see. */
export async function findVisibleCosts(db: Db, ids: readonly number[], limits: Limits | null): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const query = sql<{ id: number }>`select id from costs where id = any (${ids}::bigint[]) and ${costIsVisible(limits)}`
  const rows = await queryRows(db, query)
  return new Set(rows.map(({ id }) => id))
}

export async function deleteCostRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('costs').where('id', '=', id).execute()
}

export interface CostListFilter {
  search: string
  include: number[]
  exclude: number[]
  status: CostStatus | 'any'
  productType: string
  paymentType: PaymentType | 'any'
  limits: Limits | null
}

export const costOrders = {
  id: 'id',
  name: 'lower(name)',
  price: 'price',
  // Costs without a renewal are last in both orders.
  last_renewal: 'last_renewal is null, last_renewal',
} as const
export interface CostPage {
  page: number
  perPage: number
  orderBy: keyof typeof costOrders
  order: 'asc' | 'desc'
}

function conditionsOf(filter: CostListFilter): Fragment[] {
  const { search, include, exclude, status, productType, paymentType, limits } = filter
  const conditions = [costIsVisible(limits)]
  if (status !== 'any') conditions.push(sql`status = ${status}`)
  if (productType !== 'any') conditions.push(sql`product_type = ${productType}`)
  if (paymentType !== 'any') conditions.push(sql`payment_type = ${paymentType}`)
  if (search !== '') conditions.push(sql`lower(name) like ${containing(search.toLowerCase())}`)
  if (include.length > 0) conditions.push(sql`id = any (${include}::bigint[])`)
  if (exclude.length > 0) conditions.push(sql`id <> all (${exclude}::bigint[])`)
  return conditions
}

export function listCostRows(
  db: Database,
  filter: CostListFilter,
  { orderBy, order, ...page }: CostPage,
): Promise<{ rows: CostRow[]; total: number }> {
  const listing = {
    columns: sql`costs.*`,
    from: sql`costs`,
    orderBy: sql.raw(`${costOrders[orderBy]} ${order}, id ${order}`),
    perRow: targetColumns('page', filter.limits),
    // Costs are few, so counting them is cheaper than a versioned cache.
    versions: [],
  }
  return fetchPage(db, listing, conditionsOf(filter), page)
}

// A statement can have 65,535 parameters.
const rowsPerInsert = 1_000

/** Returns the ids in the same order. */
export async function insertCosts(trx: Db, rows: Insertable<CostTable>[]): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const part = rows.slice(from, from + rowsPerInsert)
    ids.push(...(await trx.insertInto('costs').values(part).returning('id').execute()).map(({ id }) => id))
  }
  return ids
}

const columnTypes: Record<string, string> = {
  id: 'bigint',
  price: 'numeric',
  last_renewal: 'date',
  updated_at: 'timestamptz',
}

/** All rows must have the same columns. */
export async function updateCosts(trx: Db, rows: (Updateable<CostTable> & { id: number })[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const changing = columns.filter((column) => column !== 'id')
  if (changing.length === 0) return
  const set = changing.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`)
  const shape = columns.map((column) => sql`${sql.ref(column)} ${sql.raw(columnTypes[column] ?? 'text')}`)
  await sql`update costs set ${sql.join(set)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.join(shape)})
    where costs.id = given.id`.execute(trx)
}

/** A cost with the names of its targets. */
export type ExportedCost = Selectable<CostTable> & {
  sites: { url: string }[]
  tags: { id: number; name: string }[]
  clients: { id: number; email: string | null }[]
}

function exportAfter(id: number, limits: Limits | null) {
  const named = (table: string, column: string, fields: Fragment) =>
    sql`coalesce((select json_agg(json_build_object(${fields}) order by ${sql.table(table)}.id)
      from cost_targets join ${sql.table(table)} on ${sql.table(table)}.id = cost_targets.${sql.ref(column)}
      where cost_targets.cost_id = costs.id and ${targetIsVisible(limits)}), '[]') as ${sql.ref(table)}`
  const page = exportPage({
    table: 'costs',
    bytes: sql`octet_length(note) + octet_length(url)
      + 60 * (select count(*) from cost_targets where cost_id = costs.id)`,
    where: costIsVisible(limits),
    after: id,
  })
  return sql<ExportedCost>`with ${page}
    select costs.*,
      ${named('sites', 'site_id', sql`'url', sites.url`)},
      ${named('tags', 'tag_id', sql`'id', tags.id, 'name', tags.name`)},
      ${named('clients', 'client_id', sql`'id', clients.id, 'email', clients.email`)}
    from costs join page using (id) order by costs.id`
}

export const costExportPages = (db: Database, limits: Limits | null): AsyncGenerator<ExportedCost[]> =>
  pagesById((id) => queryRows(db, exportAfter(id, limits)))
