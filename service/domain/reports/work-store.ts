import { type Database, statement } from '../../platform/database/database.ts'
import type { ReportPeriod } from './period.ts'

export interface WorkLine {
  site_id: number
  task_id: number
  date: string
  title: string
  created_by: string
  milliseconds: number
}

// Work for several sites is work for each of them; what is canceled was not done.
const work = statement<WorkLine>(
  'report-work',
  `select task_sites.site_id, tasks.id as task_id, tasks.date, tasks.title, tasks.created_by,
     coalesce(sum(entries.milliseconds) filter (where entries.replaced_at is null), 0)::float8 as milliseconds
   from time_task_sites as task_sites
   join time_tasks as tasks on tasks.id = task_sites.task_id
   left join time_entries as entries on entries.task_id = tasks.id
   where task_sites.site_id = any ($1::bigint[]) and tasks.date >= $2::date and tasks.date <= $3::date
     and tasks.task_status <> 'canceled'
   group by task_sites.site_id, tasks.id order by tasks.date desc, tasks.id desc limit $4`,
)
export const listWork = (db: Database, siteIds: number[], { start_date, end_date }: ReportPeriod, most: number) =>
  db.fetch(work, [siteIds, start_date, end_date, most])
