import type { Selectable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { exportPageSql, pagesById } from '../../platform/database/export-pages.ts'
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

export const pagesForExport = (db: Database, limits: Limits | null): AsyncGenerator<ExportedCost[]> =>
  pagesById((id) => db.fetch(exported(limits !== null), [id, ...(limits ? limitValues(limits) : [])]))
