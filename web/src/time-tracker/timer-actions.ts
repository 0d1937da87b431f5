import { runAction } from '../actions/run-action.tsx'
import { timeTrackerTexts } from './time-tracker-texts.ts'

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
      doing: timeTrackerTexts.startingTheTimerOf({ title }),
      done(data) {
        const paused = (data as { paused_task?: Task | null }).paused_task
        return paused
          ? timeTrackerTexts.theTimerRunsFor({ title, title2: paused.title })
          : timeTrackerTexts.theTimerRunsForTitle({ title })
      },
    },
  )

export const pauseTimer = ({ id, title }: Task) =>
  runAction(
    'pause-timer',
    { task_id: id },
    { doing: timeTrackerTexts.pausingTitle({ title }), done: timeTrackerTexts.titleIsPaused({ title }) },
  )

export const stopTimer = ({ id, title }: Task) =>
  runAction(
    'stop-timer',
    { task_id: id },
    { doing: timeTrackerTexts.stoppingTitle({ title }), done: timeTrackerTexts.titleIsStopped({ title }) },
  )
