import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues } from '../sites/index.ts'

const counted = (limited: boolean) =>
  statement<{ issues: string[]; sites: number }>(
    `security-issues-counted${limited ? '-limited' : ''}`,
    `select issues, count(*) as sites from site_security where issues <> '{}'
     ${
       limited
         ? `and site_id in (select unnest($1::bigint[]) union all
              select site_id from site_tags where tag_id = any ($2::bigint[]))`
         : ''
     } group by issues`,
  )

/** How many sites have the same things wrong. Sites are alike, so that these are few lines however large the fleet. */
export const countIssueSets = (db: Database, limits: Limits | null) =>
  db.fetch(counted(limits !== null), limits ? limitValues(limits) : [])
