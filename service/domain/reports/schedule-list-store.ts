import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { ScheduleRow } from './schedule-store.ts'

const visible = (limited: boolean) =>
  limited ? `where client_id in (select client_id from sites where ${visibleSitesSql('sites', 1, 2)})` : ''

const pageOf = (limited: boolean) =>
  statement<ScheduleRow & { client_name: string }>(
    `report-schedules${limited ? '-limited' : ''}`,
    `select report_schedules.*, clients.name as client_name
     from report_schedules join clients on clients.id = report_schedules.client_id ${visible(limited)}
     order by active desc, next_on, client_id limit $${limited ? 3 : 1} offset $${limited ? 4 : 2}`,
  )
const countOf = (limited: boolean) =>
  statement<{ total: number }>(
    `report-schedules-count${limited ? '-limited' : ''}`,
    `select count(*) as total from report_schedules ${visible(limited)}`,
  )

/** Of clients with a site that the caller may see; the next to be sent first. */
export const listSchedules = (db: Database, limits: Limits | null, page: { page: number; perPage: number }) =>
  db.fetch(pageOf(limits !== null), [
    ...(limits ? limitValues(limits) : []),
    page.perPage,
    (page.page - 1) * page.perPage,
  ])

export async function countSchedules(db: Database, limits: Limits | null): Promise<number> {
  return (await db.fetch(countOf(limits !== null), limits ? limitValues(limits) : []))[0]!.total
}
