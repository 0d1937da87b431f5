import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { Day } from '../../platform/calendar.ts'
import { clearable, clearableChoice, Description, dayText, Price, priceText, Title } from './input-fields.ts'
import { paymentStatuses, timerModes } from './task.ts'
import type { TimeTaskTable } from './time-table.ts'
import { taskStatuses } from './timer.ts'

/** Input of a task: omitted fields stay, null and "" clear. `toColumns` converts API names. */

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/
const durationPattern = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/
const maxSeconds = 100_000 * 3600

const fields = {
  description: Description,
  client: clearable(z.union([z.int().min(1), z.string().max(320)])).describe('A client by id or e-mail address.'),
  sites: clearable(z.array(z.union([z.int().min(1), z.string().min(1).max(2000)])).max(1_000)).describe(
    'Sites by id or address. Replaces the previous sites.',
  ),
  bucket_id: clearable(z.int().min(1)),
  timer_mode: clearableChoice(timerModes, 'the mode from the settings'),
  date: clearable(dayText).describe('YYYY-MM-DD; null or "" means today.'),
  time: clearable(
    z.string().refine((text) => text === '' || timeOfDay.test(text), 'must be a time of day (HH:MM), or empty'),
  ),
  duration: clearable(
    z
      .union([z.int(), z.string().max(20)])
      .refine((given) => readDuration(given) !== null, 'must be seconds or H:MM or H:MM:SS, at most 100,000 hours'),
  ).describe('Seconds, or H:MM or H:MM:SS. Replaces the counted time; null or "" means none.'),
  hourly_price: Price,
  total_price: Price,
  task_status: clearableChoice(taskStatuses, 'pending'),
  payment_status: clearableChoice(paymentStatuses, 'unbilled'),
}

export const NewTask = z.strictObject({ title: Title, ...fields })
export const TaskInput = z.strictObject({ title: Title.optional(), ...fields })
export type TaskInput = z.output<typeof TaskInput>

/** Aliases that clients use. */
export const taskAliases = {
  client_id: 'client',
  client_id_or_email: 'client',
  site_ids: 'sites',
  websites: 'sites',
  bucket: 'bucket_id',
  status: 'task_status',
}

/** Seconds; null when it is not a duration. */
export function readDuration(given: number | string): number | null {
  if (given === '') return 0
  const total = /^\d{1,9}$/.test(String(given)) ? Number(given) : fromClock(String(given))
  return total >= 0 && total <= maxSeconds ? total : null
}

function fromClock(text: string): number {
  const [, hours, minutes, seconds = '0'] = durationPattern.exec(text) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

type Columns = Pick<
  Updateable<TimeTaskTable>,
  'title' | 'description' | 'date' | 'time_of_day' | 'hourly_price' | 'fixed_price' | 'task_status' | 'payment_status'
>

/** Maps fields to columns, with the value of a cleared field; references are handled separately. */
export function toTaskColumns(input: TaskInput, today: Day): Columns {
  const columns: Columns = {}
  if (input.title !== undefined) columns.title = input.title.trim()
  if (input.description !== undefined) columns.description = input.description ?? ''
  if (input.date !== undefined) columns.date = input.date || today
  if (input.time !== undefined) columns.time_of_day = input.time || null
  if (input.hourly_price !== undefined) columns.hourly_price = toPrice(input.hourly_price)
  if (input.total_price !== undefined) columns.fixed_price = toPrice(input.total_price)
  if (input.task_status !== undefined) columns.task_status = input.task_status || 'pending'
  if (input.payment_status !== undefined) columns.payment_status = input.payment_status || 'unbilled'
  return columns
}

export const toPrice = (given: string | number | null): string | null => (given === null ? null : priceText(given))
