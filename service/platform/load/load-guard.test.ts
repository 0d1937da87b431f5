import { expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { createLog } from '../log.ts'
import { LoadGuard } from './load-guard.ts'
import { availableMemoryBytes, processReadings } from './load-readings.ts'

function openGuard() {
  const clock = new FakeClock()
  const readings = { memoryBytes: 0, eventLoopDelayMs: 0 }
  const limits = { memoryBytes: 1_000, eventLoopDelayMs: 200 }
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line).msg) })
  const guard = new LoadGuard({ clock, log, limits, read: () => readings })
  const after = (memoryBytes: number, eventLoopDelayMs: number) => {
    Object.assign(readings, { memoryBytes, eventLoopDelayMs })
    clock.advance(1_000)
    return guard.overload()
  }
  return { guard, clock, readings, logged, after }
}

it('is overloaded above 80 % of the memory until it is below 70 % again', () => {
  const { after } = openGuard()
  expect([after(800, 0), after(801, 0), after(701, 0), after(700, 0), after(750, 0)]).toEqual([
    null,
    'memory',
    'memory',
    null,
    null,
  ])
})

it('is overloaded above the longest delay until it is below half of it', () => {
  const { after } = openGuard()
  expect([after(0, 200), after(0, 201), after(0, 150), after(0, 100)]).toEqual([null, 'event-loop', 'event-loop', null])
})

it('reads once a second, also after the clock was set back, and logs each change once', () => {
  const { guard, clock, readings, logged } = openGuard()
  guard.overload()
  readings.memoryBytes = 900
  clock.advance(999)
  expect(guard.overload()).toBeNull()
  clock.reset()
  clock.advance(-60_000)
  expect(guard.overload()).toBe('memory')
  clock.advance(5_000)
  guard.overload()
  expect(logged).toEqual(['overloaded: shedding work'])
})

it('reads this process', () => {
  const { read, stop } = processReadings()
  const { memoryBytes, eventLoopDelayMs } = read()
  stop()
  expect(memoryBytes).toBeGreaterThan(10_000_000)
  expect(memoryBytes).toBeLessThan(availableMemoryBytes())
  expect(eventLoopDelayMs).toBeGreaterThanOrEqual(0)
})
