import {
  type ColumnType,
  CompiledQuery,
  type Generated,
  type Insertable,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { exportPageSql, pagesById } from '../../platform/database/export-pages.ts'
import { fetchPage } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
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
  last_renewal: string | null
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

/**
 * SQL that is true for the targets that a limited key may see: its sites, their clients, their tags, and the tags of its
 * limits. The parameter numbers are those of `visibleSitesSql`.
 */
export function visibleTargetSql(target: string, sitesAt: number, tagsAt: number): string {
  const visible = visibleSitesSql('sites', sitesAt, tagsAt)
  return `case
    when ${target}.site_id is not null then exists (select from sites where sites.id = ${target}.site_id and ${visible})
    when ${target}.client_id is not null then
      exists (select from sites where sites.client_id = ${target}.client_id and ${visible})
    else ${target}.tag_id = any ($${tagsAt}::bigint[]) or exists (
      select from site_tags join sites on sites.id = site_tags.site_id
      where site_tags.tag_id = ${target}.tag_id and ${visible})
  end`
}

/** SQL that is true for the costs that a limited key may see: those with a visible target. */
export const visibleCostsSql = (cost: string, sitesAt: number, tagsAt: number): string =>
  `exists (select from cost_targets where cost_targets.cost_id = ${cost}.id
     and ${visibleTargetSql('cost_targets', sitesAt, tagsAt)})`

/** SQL for the distinct sites of a cost: its own, those with its tags, those of its clients. */
export const coveredSitesSql = (costId: string): string => `
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

/** SQL columns with the targets of a cost; `limited` has the parameter numbers of the limits. */
export function targetColumns(cost: string, limited: readonly [number, number] | null): string {
  const seen = limited ? `and ${visibleTargetSql('cost_targets', ...limited)}` : ''
  const list = (column: string, name: string) =>
    `array(select ${column} from cost_targets where cost_id = ${cost}.id and ${column} is not null ${seen}
       order by ${column}) as ${name}`
  return [list('site_id', 'sites'), list('tag_id', 'tags'), list('client_id', 'clients')].join(', ')
}

const byId = (limited: boolean) =>
  statement<CostRow>(
    `cost-by-id${limited ? '-limited' : ''}`,
    `select costs.*, ${targetColumns('costs', limited ? [2, 3] : null)} from costs
     where costs.id = $1 ${limited ? `and ${visibleCostsSql('costs', 2, 3)}` : ''}`,
  )

export async function requireCost({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number): Promise<CostRow> {
  const { limits } = actor
  const [cost] = await db.fetch(byId(limits !== null), [id, ...limitValues(limits)])
  if (!cost) throw costNotFound(id)
  return cost
}

const renewing = (limited: boolean) =>
  statement<Selectable<CostTable>>(
    `costs-renewing${limited ? '-limited' : ''}`,
    `select costs.* from costs
     where status = 'active' and payment_type = 'subscription' and renewal_type <> 'disabled'
       ${limited ? `and ${visibleCostsSql('costs', 1, 2)}` : ''} order by costs.id`,
  )

/** Active costs with a renewal interval, also those without a last renewal. */
export const listRenewing = (db: Database, limits: Limits | null) =>
  db.fetch(renewing(limits !== null), limitValues(limits))

/** All targets of each cost, also beyond the caller's limits. `lock` locks the costs until the transaction ends. */
export async function listTargetsOfCosts(
  db: Db,
  ids: readonly number[],
  { lock = false } = {},
): Promise<Map<number, Targets>> {
  if (lock) {
    await sql`select from costs where id = any (${ids}::bigint[]) order by id for update`.execute(db)
  }
  const text = `select costs.id, ${targetColumns('costs', null)} from costs where id = any ($1::bigint[])`
  const { rows } = await db.executeQuery<Targets & { id: number }>(CompiledQuery.raw(text, [ids]))
  return new Map(rows.map(({ id, ...targets }) => [id, targets]))
}

/** The ids that exist and that the caller may see. */
export async function findVisibleCosts(db: Db, ids: readonly number[], limits: Limits | null): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const text = `select id from costs where id = any ($1::bigint[]) ${limits ? `and ${visibleCostsSql('costs', 2, 3)}` : ''}`
  const values = [ids, ...limitValues(limits)]
  const { rows } = await db.executeQuery<{ id: number }>(CompiledQuery.raw(text, values))
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

/** The condition for the limits is first, because the target columns use its parameter numbers. */
function conditionsOf(filter: CostListFilter): Conditions {
  const { search, include, exclude, status, productType, paymentType, limits } = filter
  const conditions = new Conditions()
  if (limits) conditions.add('l', (a, b) => visibleCostsSql('costs', a!, b!), ...limitValues(limits))
  if (status !== 'any') conditions.add('s', (at) => `status = $${at}`, status)
  if (productType !== 'any') conditions.add('c', (at) => `product_type = $${at}`, productType)
  if (paymentType !== 'any') conditions.add('t', (at) => `payment_type = $${at}`, paymentType)
  if (search !== '') conditions.add('q', (at) => `lower(name) like lower($${at})`, containing(search))
  if (include.length > 0) conditions.add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) conditions.add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return conditions
}

export function listCostRows(
  db: Database,
  filter: CostListFilter,
  { orderBy, order, ...page }: CostPage,
): Promise<{ rows: CostRow[]; total: number }> {
  const listing = {
    name: `costs-${orderBy}-${order}`,
    columns: 'costs.*',
    from: 'costs',
    orderBy: `${costOrders[orderBy]} ${order}, id ${order}`,
    perRow: targetColumns('page', filter.limits ? [1, 2] : null),
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

function exported(limited: boolean) {
  const seen = limited ? `and ${visibleTargetSql('cost_targets', 2, 3)}` : ''
  const named = (table: string, column: string, fields: string) =>
    `coalesce((select json_agg(json_build_object(${fields}) order by ${table}.id)
       from cost_targets join ${table} on ${table}.id = cost_targets.${column}
       where cost_targets.cost_id = costs.id ${seen}), '[]') as ${table}`
  return statement<ExportedCost>(
    `costs-export${limited ? '-limited' : ''}`,
    `with ${exportPageSql({
      table: 'costs',
      bytes:
        'octet_length(note) + octet_length(url) + 60 * (select count(*) from cost_targets where cost_id = costs.id)',
      where: limited ? visibleCostsSql('costs', 2, 3) : 'true',
      afterAt: 1,
    })}
     select costs.*,
       ${named('sites', 'site_id', `'url', sites.url`)},
       ${named('tags', 'tag_id', `'id', tags.id, 'name', tags.name`)},
       ${named('clients', 'client_id', `'id', clients.id, 'email', clients.email`)}
     from costs join page using (id) order by costs.id`,
  )
}

export const costExportPages = (db: Database, limits: Limits | null): AsyncGenerator<ExportedCost[]> =>
  pagesById((id) => db.fetch(exported(limits !== null), [id, ...limitValues(limits)]))
