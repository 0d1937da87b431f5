import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { recurrences } from './bucket-period.ts'
import { DayText } from './task.ts'

export const BucketId = z.int().min(1)

export const TimeBucket = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  hours: z.number(),
  hourly_price: z.number().nullable(),
  recurrence: z.enum(recurrences),
  start_date: DayText.describe('YYYY-MM-DD; the first period starts on this day.'),
  clients: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('The clients whose work may use it; none: all clients.'),
  period: z.object({ from: DayText.nullable(), until: DayText.nullable().describe('The first day after it.') }),
  next_reset: DayText.nullable().describe('When the used time is reset.'),
  used_duration: z.int().describe('Rounded seconds of tasks dated in this period.'),
  remaining_duration: z.int().describe('Seconds; negative when it is overdrawn.'),
  remaining_hours: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type TimeBucket = z.output<typeof TimeBucket>
