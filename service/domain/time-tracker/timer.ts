import { taskClosed, timerNotStarted } from './time-errors.ts'

/** The states of a task's timer and every move between them. Running means: there is an open entry; nothing ticks. */

export const timerStates = ['idle', 'running', 'paused', 'stopped'] as const
export type TimerState = (typeof timerStates)[number]
export type TimerMove = 'start' | 'pause' | 'stop'

export const taskStatuses = ['pending', 'in_progress', 'on_hold', 'completed', 'canceled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** Null: not from this state. A move into the state that it is in changes nothing, so that doing it twice is doing it once. */
const moves: Record<TimerMove, Record<TimerState, TimerState | null>> = {
  start: { idle: 'running', running: 'running', paused: 'running', stopped: 'running' },
  pause: { idle: null, running: 'paused', paused: 'paused', stopped: null },
  stop: { idle: null, running: 'stopped', paused: 'stopped', stopped: 'stopped' },
}

interface TimedTask {
  id: number
  timer: TimerState
  task_status: TaskStatus
}

/** What the move makes of the task: throws where it is not possible. */
export function moveTimer(
  { id, timer, task_status }: TimedTask,
  move: TimerMove,
): { timer: TimerState; task_status: TaskStatus } {
  const next = moves[move][timer]
  if (next === null) throw timerNotStarted(id, timer)
  if (move !== 'start') return { timer: next, task_status }
  if (isClosed(task_status)) throw taskClosed(id, task_status)
  return { timer: next, task_status: 'in_progress' }
}

/** Nobody works on these any more: a timer that still runs stops when a task becomes one. */
export const isClosed = (status: TaskStatus) => status === 'completed' || status === 'canceled'

/** Milliseconds since then; none when the clock was put back meanwhile. */
export const elapsedSince = (start: Date, now: Date): number => Math.max(0, now.getTime() - start.getTime())
