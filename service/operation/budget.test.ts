import { expect, it } from 'vitest'
import { Budget } from './budget.ts'

const program = (name: string) => ({ name, isPerson: false })
const person = (name: string) => ({ name, isPerson: true })
const [a, b, c] = [program('a'), program('b'), program('c')]

it('refuses amounts over the limit of a caller or the total until something is released', () => {
  const budget = new Budget({ total: 10, perCaller: 4 })
  expect([budget.take(a, 4), budget.take(a, 1)]).toEqual(['taken', 'caller'])
  expect([budget.take(b, 4), budget.take(c, 4), budget.take(c, 2)]).toEqual(['taken', 'total', 'taken'])
  expect([budget.used, budget.usedBy(a)]).toEqual([10, 4])
  budget.release(a, 4)
  expect([budget.used, budget.usedBy(a), budget.take(a, 3)]).toEqual([6, 0, 'taken'])
})

it('keeps a part for people, however many programs there are', () => {
  const budget = new Budget({ total: 8, perCaller: 2, reserved: 2 })
  expect([a, b, c, program('d')].map((each) => budget.take(each, 2))).toEqual(['taken', 'taken', 'taken', 'total'])
  expect([budget.take(person('e'), 2), budget.take(person('f'), 1)]).toEqual(['taken', 'total'])
  // People use what programs leave, and a part that people use is not taken from the programs twice.
  budget.release(a, 2)
  expect([budget.take(person('f'), 1), budget.take(a, 2), budget.take(a, 1)]).toEqual(['taken', 'total', 'taken'])
})
