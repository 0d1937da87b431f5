import type { Generated } from 'kysely'
import type { Day } from '../../platform/calendar.ts'
import type { Recurrence } from './bucket-period.ts'
import type { PaymentStatus, timerModes } from './task.ts'
import type { StoredSettings } from './time-settings.ts'
import type { TaskStatus, TimerState } from './timer.ts'

type TimerMode = (typeof timerModes)[number]

export interface TimeTaskTable {
  id: Generated<number>
  title: string
  description: Generated<string>
  client_id: number | null
  bucket_id: number | null
  timer_mode: TimerMode
  date: Day
  time_of_day: string | null
  /** Exact, with 8 decimals. */
  hourly_price: string | null
  fixed_price: string | null
  task_status: Generated<TaskStatus>
  payment_status: Generated<PaymentStatus>
  timer: Generated<TimerState>
  created_by: string
  created_at: Date
  updated_at: Date
}

export interface TimeBucketTable {
  id: Generated<number>
  title: string
  description: Generated<string>
  seconds: number
  hourly_price: string | null
  recurrence: Generated<Recurrence>
  starts_on: Day
  created_at: Date
  updated_at: Date
}

export interface TimeEntryTable {
  id: Generated<number>
  task_id: number
  kind: 'timer' | 'manual'
  user_id: number | null
  user_name: string
  started_at: Date
  ended_at: Date | null
  milliseconds: number | null
  replaced_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    time_tasks: TimeTaskTable
    time_task_sites: { task_id: number; site_id: number }
    time_entries: TimeEntryTable
    time_buckets: TimeBucketTable
    time_bucket_clients: { bucket_id: number; client_id: number }
    time_settings: { [column in keyof StoredSettings]: StoredSettings[column] } & {
      client_id: number | null
      updated_at: Date
    }
  }
}
