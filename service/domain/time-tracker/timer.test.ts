import { describe, expect, it } from 'vitest'
import { elapsedSince, moveTimer, taskStatuses, timerStates } from './timer.ts'

const task = (timer: (typeof timerStates)[number], task_status: (typeof taskStatuses)[number] = 'in_progress') => ({
  id: 7,
  timer,
  task_status,
})

describe('a timer', () => {
  it('can start from every state', () => {
    expect(timerStates.map((state) => moveTimer(task(state), 'start').timer)).toEqual(Array(4).fill('running'))
  })

  it('pauses only when running or paused', () => {
    expect(moveTimer(task('running'), 'pause').timer).toBe('paused')
    expect(moveTimer(task('paused'), 'pause').timer).toBe('paused')
    expect(() => moveTimer(task('idle'), 'pause')).toThrow('never started')
    expect(() => moveTimer(task('stopped'), 'pause')).toThrow('is stopped')
  })

  it('stops only when it was started before', () => {
    for (const state of ['running', 'paused', 'stopped'] as const)
      expect(moveTimer(task(state), 'stop').timer).toBe('stopped')
    expect(() => moveTimer(task('idle'), 'stop')).toThrow('never started')
  })

  it('sets an open task in progress and rejects a closed one', () => {
    expect(moveTimer(task('idle', 'pending'), 'start').task_status).toBe('in_progress')
    expect(moveTimer(task('paused', 'on_hold'), 'start').task_status).toBe('in_progress')
    expect(() => moveTimer(task('stopped', 'completed'), 'start')).toThrow('Set its task_status to in_progress')
    expect(() => moveTimer(task('idle', 'canceled'), 'start')).toThrow('is canceled')
  })

  it('does not change the task status on stop and pause', () => {
    for (const status of taskStatuses) {
      expect(moveTimer(task('running', status), 'pause').task_status).toBe(status)
      expect(moveTimer(task('running', status), 'stop').task_status).toBe(status)
    }
  })
})

it('counts no negative time when the clock is set back', () => {
  const noon = new Date('2026-11-15T12:00:00Z')
  expect(elapsedSince(noon, new Date('2026-11-15T12:00:01.500Z'))).toBe(1_500)
  expect(elapsedSince(noon, new Date('2026-11-15T11:00:00Z'))).toBe(0)
})
