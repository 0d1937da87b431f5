import type { DataOf, InputOf } from '../../../contract/client.ts'
import type { Option } from '../ui/form/fields.tsx'
import { timeTrackerTexts } from './time-tracker-texts.ts'

type Task = DataOf<'get-time-task'>
type Changes = Omit<InputOf<'update-time-task'>, 'task_id'>

const plainFields = ['title', 'description', 'date', 'task_status', 'payment_status', 'hourly_price'] as const

export interface TaskValues extends Record<(typeof plainFields)[number], string> {
  client: Option | null
  sites: Option[]
  bucket_id: string
  /** H:MM; empty keeps the measured time. */
  duration: string
}

export const taskFieldNames = [...plainFields, 'client', 'sites', 'bucket_id', 'duration']

export const emptyTask: TaskValues = {
  title: '',
  description: '',
  date: '',
  task_status: 'in_progress',
  payment_status: 'unbilled',
  hourly_price: '',
  client: null,
  sites: [],
  bucket_id: '',
  duration: '',
}

export function taskValuesOf(task: Task): TaskValues {
  const { client_id, client_name, sites, bucket_id, hourly_price } = task
  return {
    title: task.title,
    description: task.description,
    date: task.date,
    task_status: task.task_status,
    payment_status: task.payment_status,
    hourly_price: hourly_price === null ? '' : String(hourly_price),
    client:
      client_id === null
        ? null
        : { value: String(client_id), label: client_name ?? timeTrackerTexts.clientClientid({ clientid: client_id }) },
    sites: sites.map(({ id, name, url }) => ({ value: String(id), label: name || url })),
    bucket_id: bucket_id === null ? '' : String(bucket_id),
    duration: '',
  }
}

const ids = (options: readonly Option[]) => options.map(({ value }) => Number(value))

/** Returns only changed fields, so that a running timer is not affected. */
export function taskChanges(before: TaskValues, after: TaskValues): Changes {
  const plain = plainFields.filter((field) => before[field] !== after[field])
  return {
    ...Object.fromEntries(plain.map((field) => [field, after[field].trim()])),
    ...(before.client?.value !== after.client?.value && { client: after.client ? Number(after.client.value) : null }),
    ...(ids(before.sites).join() !== ids(after.sites).join() && { sites: ids(after.sites) }),
    ...(before.bucket_id !== after.bucket_id && { bucket_id: after.bucket_id === '' ? null : Number(after.bucket_id) }),
    ...(after.duration !== '' && { duration: after.duration.trim() }),
  }
}
