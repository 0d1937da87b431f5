import type { Feature } from '../../operation/feature.ts'
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
import { addresses } from './rest.ts'

export const timeTrackerFeature: Feature = {
  name: 'time-tracker',
  tables: ['time_tasks', 'time_task_sites', 'time_entries', 'time_buckets', 'time_bucket_clients', 'time_settings'],
  operations: [
    listTimeTasks,
    getTimeTask,
    addTimeTask,
    updateTimeTask,
    deleteTimeTask,
    startTimer,
    pauseTimer,
    stopTimer,
    listTimeBuckets,
    getTimeBucket,
    addTimeBucket,
    updateTimeBucket,
    deleteTimeBucket,
    listTimeClients,
    getTimeClient,
    getTimeSettings,
    updateTimeSettings,
    getClientTimeSettings,
    updateClientTimeSettings,
  ],
  addresses,
}

export { RunningTimer, runningTimer } from './running-timer.ts'
