import { CompiledQuery, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { limitValues } from '../sites/index.ts'
import { costNotFound } from './cost-errors.ts'
import type { CostTable } from './cost-table.ts'
import { visibleCostsSql, visibleTargetSql } from './visible-costs.ts'

/** What a cost is for, by id. */
export interface Targets {
  sites: number[]
  tags: number[]
  clients: number[]
}

/** With the targets that the caller may see. */
export type CostRow = Selectable<CostTable> & Targets

/** The targets as columns beside the row of a cost; `limited`: the numbers of the two parameters of the limits. */
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
  const [cost] = await db.fetch(byId(limits !== null), [id, ...(limits ? limitValues(limits) : [])])
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

/** The active costs that renew by themselves, also those of which nobody said since when. */
export const listRenewing = (db: Database, limits: Limits | null) =>
  db.fetch(renewing(limits !== null), limits ? limitValues(limits) : [])

/** All targets of each, also beyond the caller's limits. With `hold` nobody else changes the costs until the transaction ends. */
export async function targetsOfCosts(
  db: Db,
  ids: readonly number[],
  { hold = false } = {},
): Promise<Map<number, Targets>> {
  if (hold) {
    await sql`select from costs where id = any (${ids}::bigint[]) order by id for update`.execute(db)
  }
  const text = `select costs.id, ${targetColumns('costs', null)} from costs where id = any ($1::bigint[])`
  const { rows } = await db.executeQuery<Targets & { id: number }>(CompiledQuery.raw(text, [ids]))
  return new Map(rows.map(({ id, ...targets }) => [id, targets]))
}

/** Which of them exist, for this caller. */
export async function visibleCosts(db: Db, ids: readonly number[], limits: Limits | null): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const text = `select id from costs where id = any ($1::bigint[]) ${limits ? `and ${visibleCostsSql('costs', 2, 3)}` : ''}`
  const values = [ids, ...(limits ? limitValues(limits) : [])]
  const { rows } = await db.executeQuery<{ id: number }>(CompiledQuery.raw(text, values))
  return new Set(rows.map(({ id }) => id))
}

export async function deleteCostRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('costs').where('id', '=', id).execute()
}
