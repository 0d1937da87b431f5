import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import {
  describeWindow,
  MaintenanceWindow,
  readTimes,
  requireManagedWindow,
  requireScope,
  toNewWindow,
  windowFields,
} from '../maintenance-window.ts'
import { storePeriods } from '../store-periods.ts'
import { insertWindow } from '../window-store.ts'

const { title, note, ...times } = windowFields
const Input = z.strictObject({
  title,
  note: note.optional(),
  site_id: z.int().min(1).optional().describe('For one site.'),
  tag_id: z.int().min(1).optional().describe('For the sites with this tag.'),
  client_id: z.int().min(1).optional().describe('For the sites of this client.'),
  all_sites: z.literal(true).optional().describe('For all sites; needed if no site, tag or client is sent.'),
  ...z.object(times).partial().shape,
})

async function readWindow(
  { title, note, site_id, tag_id, client_id, all_sites, ...given }: z.output<typeof Input>,
  context: Context,
) {
  const scope = { site_id: site_id ?? null, tag_id: tag_id ?? null, client_id: client_id ?? null }
  await requireScope(context, scope, all_sites === true)
  return toNewWindow({ title, note }, scope, readTimes(given, context), context)
}

export const addMaintenanceWindow = operation({
  name: 'add-maintenance-window',
  summary:
    'Announce maintenance, once or weekly, for a site, a tag, a client or all sites. During maintenance no alerts are sent, and the time does not count as downtime.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: Input,
  output: MaintenanceWindow,
  subject: ({ title, site_id, tag_id, client_id }) => JSON.stringify({ title, site_id, tag_id, client_id }),
})
  .plans(async (input, context) => {
    const { title, starts_at, ends_at, weekdays, start_time } = await readWindow(input, context)
    return { would_affect: [{ title, starts_at, ends_at, weekdays, start_time }] }
  })
  .does(async (input, context) => {
    const { db, clock } = context
    const given = await readWindow(input, context)
    const { id } = await db.transaction().execute(async (trx) => {
      const row = await insertWindow(trx, given)
      await storePeriods(trx, row, clock.now())
      return row
    })
    return describeWindow(await requireManagedWindow(context, id))
  })
