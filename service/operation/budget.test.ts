import { expect, it } from 'vitest'
import { Budget } from './budget.ts'

it('refuses amounts over the limit of a caller or the total until something is released', () => {
  const budget = new Budget({ total: 10, perCaller: 4 })
  expect([budget.take('a', 4), budget.take('a', 1)]).toEqual(['taken', 'caller'])
  expect([budget.take('b', 4), budget.take('c', 4), budget.take('c', 2)]).toEqual(['taken', 'total', 'taken'])
  expect([budget.used, budget.usedBy('a')]).toEqual([10, 4])
  budget.release('a', 4)
  expect([budget.used, budget.usedBy('a'), budget.take('a', 3)]).toEqual([6, 0, 'taken'])
})
