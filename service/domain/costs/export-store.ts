import type { Selectable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues } from '../sites/index.ts'
import type { CostTable } from './cost-table.ts'
import { visibleCostsSql, visibleTargetSql } from './visible-costs.ts'

/** A cost with the names of what it is for. */
export type ExportedCost = Selectable<CostTable> & {
  sites: { url: string }[]
  tags: { id: number; name: string }[]
  clients: { id: number; email: string | null }[]
}

function exported(limited: boolean) {
  const seen = limited ? `and ${visibleTargetSql('cost_targets', 1, 2)}` : ''
  const named = (table: string, column: string, fields: string) =>
    `coalesce((select json_agg(json_build_object(${fields}) order by ${table}.id)
       from cost_targets join ${table} on ${table}.id = cost_targets.${column}
       where cost_targets.cost_id = costs.id ${seen}), '[]') as ${table}`
  return statement<ExportedCost>(
    `costs-export${limited ? '-limited' : ''}`,
    `select costs.*,
       ${named('sites', 'site_id', `'url', sites.url`)},
       ${named('tags', 'tag_id', `'id', tags.id, 'name', tags.name`)},
       ${named('clients', 'client_id', `'id', clients.id, 'email', clients.email`)}
     from costs ${limited ? `where ${visibleCostsSql('costs', 1, 2)}` : ''} order by costs.id`,
  )
}

export const listForExport = (db: Database, limits: Limits | null): Promise<ExportedCost[]> =>
  db.fetch(exported(limits !== null), limits ? limitValues(limits) : [])
