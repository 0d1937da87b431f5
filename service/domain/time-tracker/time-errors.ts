import { invalidInput, permissionDenied, ServiceError } from '../../operation/errors.ts'

export const taskNotFound = (id: number) =>
  new ServiceError('svc_time_task_not_found', 'missing', `There is no task ${id}. GET /time-tracker lists them.`)

export const bucketNotFound = (id: number) =>
  new ServiceError(
    'svc_time_bucket_not_found',
    'missing',
    `There is no retainer ${id}. GET /time-tracker/buckets lists them.`,
  )

export const timerNotStarted = (id: number, state: string) =>
  new ServiceError(
    'svc_timer_not_running',
    'conflict',
    state === 'stopped'
      ? `The timer of task ${id} is stopped. Start it first.`
      : `The timer of task ${id} was never started. Start it first.`,
  )

export const taskClosed = (id: number, status: string) =>
  new ServiceError(
    'svc_time_task_closed',
    'conflict',
    `Task ${id} is ${status}. Set its task_status to in_progress to continue.`,
  )

export const timerTaken = (id: number, person: string) =>
  new ServiceError(
    'svc_timer_running',
    'conflict',
    `The timer of task ${id} runs for ${person}. Pause or stop it first, or add a task of your own.`,
  )

/** For a limited key, which must neither change nor identify the other task. */
export const otherTimerRuns = () =>
  new ServiceError('svc_timer_running', 'conflict', 'Another timer of yours is running. Pause or stop it first.')

export const durationWhileRunning = (id: number) =>
  new ServiceError(
    'svc_timer_running',
    'conflict',
    `The timer of task ${id} is running. Pause or stop it before you set its duration.`,
  )

/** A limited key must not change records that also belong to hidden sites. */
export const beyondLimits = (what: 'task' | 'bucket' | 'client') =>
  permissionDenied(`This ${what} also concerns sites outside your limits, so you may not add or change it.`)

export const needsOwnSite = () =>
  permissionDenied(
    'A user or key that is limited to certain sites may add a task only for one of these sites or its client: give one.',
  )

export const clientUnknown = (ref: number | string) => invalidInput({ client: `names no client: ${ref}` })
export const sitesUnknown = (refs: (number | string)[]) =>
  invalidInput({ sites: `names unknown sites: ${refs.join(', ')}` })
export const clientsUnknown = (ids: number[]) => invalidInput({ clients: `names unknown clients: ${ids.join(', ')}` })
export const bucketUnknown = (id: number) => invalidInput({ bucket_id: `names no bucket: ${id}` })

export const bucketOfOthers = (id: number) =>
  invalidInput({
    bucket_id: `names the retainer ${id}, which is for other clients; choose another one or add the client to it`,
  })

export const countDownNeedsBucket = () =>
  invalidInput({ timer_mode: 'can be count_down only with a bucket to count down from; give bucket_id too' })
