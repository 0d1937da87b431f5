import type { Updateable } from 'kysely'
import { z } from 'zod'
import { type Recurrence, recurrences } from './bucket-period.ts'
import { clearable, Description, dayText, oneOf, Price, Title } from './input-fields.ts'
import { toPrice } from './task-input.ts'
import type { TimeBucketTable } from './time-table.ts'

/** How a bucket is written: what is left out stays, null and "" clear. */

const Hours = z.number().min(0.01).max(100_000)

const fields = {
  description: Description,
  hourly_price: Price,
  recurrence: oneOf(recurrences, 'none'),
  start_date: clearable(dayText).describe('YYYY-MM-DD; the periods are reckoned from it. null or "" means today.'),
  clients: clearable(z.array(z.int().min(1)).max(1_000)).describe(
    'Clients by id, whose work may use it. Replaces those it had; none means anybody’s.',
  ),
}

export const NewBucket = z.strictObject({ title: Title, hours: Hours, ...fields })
export const BucketInput = z.strictObject({ title: Title.optional(), hours: Hours.optional(), ...fields })
export type BucketInput = z.output<typeof BucketInput>

export const bucketAliases = { client_ids: 'clients' }

type Columns = Omit<Updateable<TimeBucketTable>, 'id' | 'created_at' | 'updated_at'>

export function toBucketColumns(written: BucketInput, today: string): Columns {
  const columns: Columns = {}
  if (written.title !== undefined) columns.title = written.title.trim()
  if (written.hours !== undefined) columns.seconds = Math.round(written.hours * 3600)
  if (written.description !== undefined) columns.description = written.description ?? ''
  if (written.hourly_price !== undefined) columns.hourly_price = toPrice(written.hourly_price)
  if (written.recurrence !== undefined) columns.recurrence = (written.recurrence || 'none') as Recurrence
  if (written.start_date !== undefined) columns.starts_on = written.start_date || today
  return columns
}
