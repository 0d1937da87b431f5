import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { taskStatuses, timerStates } from './timer.ts'

export const timerModes = ['count_up', 'count_down'] as const
export const paymentStatuses = [
  'unbilled',
  'draft',
  'sent',
  'pending',
  'paid',
  'partially_paid',
  'overdue',
  'canceled',
  'disputed',
  'refunded',
  'write_off',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const TaskId = z.int().min(1)

export const DayText = z.string().describe('YYYY-MM-DD')

export const TimeTask = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  client_id: z.int().nullable(),
  client_name: z.string().nullable(),
  sites: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })),
  bucket_id: z.int().nullable(),
  bucket_title: z.string().nullable(),
  timer_mode: z.enum(timerModes),
  date: DayText,
  time: z.string().nullable().describe('HH:MM, if given.'),
  timer: z.enum(timerStates),
  running_since: timestamp.nullable(),
  running_for: z.string().nullable().describe('The user whose timer is running.'),
  duration: z.int().describe('Seconds of work, including a running timer.'),
  duration_text: z.string().describe('H:MM:SS'),
  billed_duration: z.int().describe('Seconds after rounding.'),
  bucket_remaining: z.int().nullable().describe('Remaining seconds of the retainer; negative when overdrawn.'),
  hourly_price: z.number().nullable().describe('Its own rate, else the rate of its retainer.'),
  total_price: z.number().nullable().describe('Of the rounded duration, unless fixed.'),
  total_price_fixed: z.boolean(),
  total_price_text: z.string().nullable().describe('In the format of this client.'),
  currency: z.string(),
  task_status: z.enum(taskStatuses),
  payment_status: z.enum(paymentStatuses),
  created_by: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type TimeTask = z.output<typeof TimeTask>

export const TimeEntry = z.object({
  id: z.int(),
  kind: z.enum(['timer', 'manual']),
  user: z.string(),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  duration: z.int(),
  counted: z.boolean().describe('False: a duration that was entered later replaces it.'),
})
export type TimeEntry = z.output<typeof TimeEntry>

export const TimeTaskDetail = TimeTask.extend({ entries: z.array(TimeEntry) })
export type TimeTaskDetail = z.output<typeof TimeTaskDetail>

/** Sums over tasks; a task counts in the period of its date. */
export const TimeTotals = z.object({
  tasks: z.int(),
  duration: z.int(),
  billed_duration: z.int(),
  amounts: z
    .array(
      z.object({
        currency: z.string(),
        total_price: z.number(),
        by_payment_status: z.record(z.string(), z.number()),
      }),
    )
    .describe('One entry per currency.'),
})
export type TimeTotals = z.output<typeof TimeTotals>
