import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { Day } from '../../platform/calendar.ts'
import { recurrences } from './bucket-period.ts'
import { clearable, clearableChoice, Description, dayText, Price, Title } from './input-fields.ts'
import { toPrice } from './task-input.ts'
import type { TimeBucketTable } from './time-table.ts'

/** Input of a bucket: omitted fields stay, null and "" clear. */

const Hours = z.number().min(0.01).max(100_000)

const fields = {
  description: Description,
  hourly_price: Price,
  recurrence: clearableChoice(recurrences, 'none'),
  start_date: clearable(dayText).describe('YYYY-MM-DD; the first period starts on this day. null or "" means today.'),
  clients: clearable(z.array(z.int().min(1)).max(1_000)).describe(
    'Ids of the clients whose work may use it. Replaces the previous ones; none means all clients.',
  ),
}

export const NewBucket = z.strictObject({ title: Title, hours: Hours, ...fields })
export const BucketInput = z.strictObject({ title: Title.optional(), hours: Hours.optional(), ...fields })
export type BucketInput = z.output<typeof BucketInput>

export const bucketAliases = { client_ids: 'clients' }

type Columns = Omit<Updateable<TimeBucketTable>, 'id' | 'created_at' | 'updated_at'>

export function toBucketColumns(input: BucketInput, today: Day): Columns {
  const columns: Columns = {}
  if (input.title !== undefined) columns.title = input.title.trim()
  if (input.hours !== undefined) columns.seconds = Math.round(input.hours * 3600)
  if (input.description !== undefined) columns.description = input.description ?? ''
  if (input.hourly_price !== undefined) columns.hourly_price = toPrice(input.hourly_price)
  if (input.recurrence !== undefined) columns.recurrence = input.recurrence || 'none'
  if (input.start_date !== undefined) columns.starts_on = input.start_date || today
  return columns
}
