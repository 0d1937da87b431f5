import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { describeSchedule, ReportSchedule } from '../schedule/schedule.ts'
import { countSchedules, listSchedules } from '../schedule/schedule-store.ts'

export const listReportSchedules = operation({
  name: 'list-report-schedules',
  summary: 'List the monthly report schedules of clients, with the next date and the last error.',
  effect: 'read',
  permission: 'reports.read',
  requires: 'reports',
  input: z.strictObject({ page, per_page: perPage(50, 100) }),
  output: paged(ReportSchedule),
}).does(async ({ page, per_page }, { db, actor }) => {
  const [rows, total] = await Promise.all([
    listSchedules(db, actor.limits, { page, perPage: per_page }),
    countSchedules(db, actor.limits),
  ])
  const items = rows.map(({ client_name, ...row }) => describeSchedule({ id: row.client_id, name: client_name }, row))
  return { items, page, per_page, total }
})
