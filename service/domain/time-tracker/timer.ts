import { taskClosed, timerNotStarted } from './time-errors.ts'

/** The states of a task's timer and their transitions. A running timer is an open entry. */

export const timerStates = ['idle', 'running', 'paused', 'stopped'] as const
export type TimerState = (typeof timerStates)[number]
export type TimerMove = 'start' | 'pause' | 'stop'

export const taskStatuses = ['pending', 'in_progress', 'on_hold', 'completed', 'canceled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** Null: not allowed from this state. A transition into the current state changes nothing, so moves are idempotent. */
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

/** Returns the new state of the task; throws when the move is not allowed. */
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

/** Closing a task stops its running timer. */
export const isClosed = (status: TaskStatus) => status === 'completed' || status === 'canceled'

/** Milliseconds since `start`; 0 when the clock was set back. */
export const elapsedSince = (start: Date, now: Date): number => Math.max(0, now.getTime() - start.getTime())
