import { z } from 'zod'
import { isDay } from '../../platform/calendar.ts'

const day = z
  .string()
  .refine((text) => isDay(text), 'must be a date (YYYY-MM-DD)')
  .optional()
  .describe('YYYY-MM-DD, this day included.')

/** Filters tasks by date. */
export const periodFields = { start_date: day, end_date: day }
export const periodAliases = { date_from: 'start_date', date_to: 'end_date' }
