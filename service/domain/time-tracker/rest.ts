import { batch, route } from '../../operation/address.ts'
import { addTimeBucket } from './operations/add-time-bucket.ts'
import { addTimeTask } from './operations/add-time-task.ts'
import { deleteTimeBucket } from './operations/delete-time-bucket.ts'
import { deleteTimeTask } from './operations/delete-time-task.ts'
import { getClientTimeSettings } from './operations/get-client-time-settings.ts'
import { getTimeBucket } from './operations/get-time-bucket.ts'
import { getTimeClient } from './operations/get-time-client.ts'
import { getTimeSettings } from './operations/get-time-settings.ts'
import { getTimeTask } from './operations/get-time-task.ts'
import { listTimeBuckets } from './operations/list-time-buckets.ts'
import { listTimeClients } from './operations/list-time-clients.ts'
import { listTimeTasks } from './operations/list-time-tasks.ts'
import { pauseTimer } from './operations/pause-timer.ts'
import { startTimer } from './operations/start-timer.ts'
import { stopTimer } from './operations/stop-timer.ts'
import { updateClientTimeSettings } from './operations/update-client-time-settings.ts'
import { updateTimeBucket } from './operations/update-time-bucket.ts'
import { updateTimeSettings } from './operations/update-time-settings.ts'
import { updateTimeTask } from './operations/update-time-task.ts'
import type { TimeTotals } from './task.ts'
import type { TimerResult } from './timer-result.ts'

const client = { id_or_email: 'client_id_or_email' }
const site = { id_or_domain: 'site_id_or_domain' }
const tasks = { list: 'items', envelopeFields: ({ totals }: { totals: TimeTotals }) => ({ totals }) }

const timer = {
  toData: ({ task, paused_task }: TimerResult) => ({ ...task, paused_task }),
  envelopeFields: ({ message }: TimerResult) => ({ message }),
}

export const addresses = [
  route('GET /time-tracker', listTimeTasks, tasks),
  route('GET /time-tracker/tasks/{task_id}', getTimeTask),
  route('POST /time-tracker/tasks/add', addTimeTask, { message: 'Task added.' }),
  route('POST|PUT|PATCH /time-tracker/tasks/{task_id}/edit', updateTimeTask, { message: 'Task updated.' }),
  route('DELETE /time-tracker/tasks/{task_id}/delete', deleteTimeTask, { message: 'Task deleted.' }),
  route('POST|PUT|PATCH /time-tracker/tasks/{task_id}/start', startTimer, timer),
  route('POST|PUT|PATCH /time-tracker/tasks/{task_id}/pause', pauseTimer, timer),
  route('POST|PUT|PATCH /time-tracker/tasks/{task_id}/stop', stopTimer, timer),

  route('GET /time-tracker/clients', listTimeClients, { list: 'items' }),
  route('GET /time-tracker/clients/{id_or_email}', getTimeClient, { names: client }),
  route('GET /time-tracker/clients/{id_or_email}/tasks', listTimeTasks, {
    ...tasks,
    id: 'list-client-time-tasks',
    names: client,
  }),
  route('GET /time-tracker/clients/{id_or_email}/buckets', listTimeBuckets, {
    id: 'list-client-time-buckets',
    list: 'items',
    names: client,
  }),
  route('GET /time-tracker/clients/{id_or_email}/settings', getClientTimeSettings, { names: client }),
  route('PUT|PATCH /time-tracker/clients/{id_or_email}/settings/edit', updateClientTimeSettings, {
    names: client,
    message: 'Settings updated.',
  }),
  route('GET /time-tracker/sites/{id_or_domain}/tasks', listTimeTasks, {
    ...tasks,
    id: 'list-site-time-tasks',
    names: site,
  }),

  route('GET /time-tracker/buckets', listTimeBuckets, { list: 'items' }),
  route('GET /time-tracker/buckets/{bucket_id}', getTimeBucket),
  route('POST /time-tracker/buckets/add', addTimeBucket, { message: 'Bucket added.' }),
  route('PUT|PATCH /time-tracker/buckets/{bucket_id}/edit', updateTimeBucket, { message: 'Bucket updated.' }),
  route('DELETE /time-tracker/buckets/{bucket_id}/delete', deleteTimeBucket, { message: 'Bucket deleted.' }),

  route('GET /time-tracker/settings', getTimeSettings),
  route('PUT|PATCH /time-tracker/settings/edit', updateTimeSettings, { message: 'Settings updated.' }),

  batch('time-tracker.create', addTimeTask),
  batch('time-tracker.update', updateTimeTask, 'task_id'),
  batch('time-tracker.delete', deleteTimeTask, 'task_id'),
]
