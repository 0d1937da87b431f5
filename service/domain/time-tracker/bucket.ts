import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { recurrences } from './bucket-period.ts'
import { Day } from './task.ts'

export const BucketId = z.int().min(1)

export const TimeBucket = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  hours: z.number(),
  hourly_price: z.number().nullable(),
  recurrence: z.enum(recurrences),
  start_date: Day.describe('YYYY-MM-DD; the periods are reckoned from it.'),
  clients: z.array(z.object({ id: z.int(), name: z.string() })).describe('Whose work may use it; none: anybody’s.'),
  period: z.object({ from: Day.nullable(), until: Day.nullable().describe('The first day that is not in it.') }),
  next_reset: Day.nullable().describe('When it is full again.'),
  used_duration: z.int().describe('Rounded seconds of the tasks dated in this period.'),
  remaining_duration: z.int().describe('Seconds; negative when it is overdrawn.'),
  remaining_hours: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type TimeBucket = z.output<typeof TimeBucket>
