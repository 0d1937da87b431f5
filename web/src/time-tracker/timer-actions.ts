import { runAction } from '../actions/run-action.tsx'

interface Task {
  id: number
  title: string
}

/** Starting a timer pauses the user's other timer. The service reports that, and the toast shows it. */
export const startTimer = ({ id, title }: Task) =>
  runAction(
    'start-timer',
    { task_id: id },
    {
      doing: `Starting the timer of ${title}`,
      done(data) {
        const paused = (data as { paused_task?: Task | null }).paused_task
        return paused ? `The timer runs for ${title}; ${paused.title} is paused` : `The timer runs for ${title}`
      },
    },
  )

export const pauseTimer = ({ id, title }: Task) =>
  runAction('pause-timer', { task_id: id }, { doing: `Pausing ${title}`, done: `${title} is paused` })

export const stopTimer = ({ id, title }: Task) =>
  runAction('stop-timer', { task_id: id }, { doing: `Stopping ${title}`, done: `${title} is stopped` })
