import { expect, it } from 'vitest'
import { type HashCaller, HashQueue } from './hash-queue.ts'

function fill(limits: { solved: number; unsolved: number; subnetShare?: number }) {
  const queue = new HashQueue({ running: 1, subnetShare: 1, ...limits }, (seconds, puzzle) =>
    Object.assign(new Error('busy'), { seconds, puzzle }),
  )
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const running = [queue.run(() => gate.promise, { subnet: 'the first' })]
  const wait = (name: string, caller: HashCaller) => {
    running.push(queue.run(async () => void order.push(name), caller))
  }
  const end = async () => {
    gate.resolve()
    await Promise.all(running)
    return order
  }
  return { queue, wait, end }
}

it('runs known callers first, then solved ones, and every fourth time one of the rest', async () => {
  const { wait, end } = fill({ solved: 9, unsolved: 9 })
  for (const name of ['u1', 'u2', 'u3']) wait(name, { subnet: name })
  for (const name of ['s1', 's2', 's3', 's4', 's5']) wait(name, { subnet: name, hasSolved: true })
  for (const name of ['k1', 'k2']) wait(name, { subnet: null })
  expect(await end()).toEqual(['k1', 'k2', 's1', 's2', 's3', 'u1', 's4', 's5', 'u2', 'u3'])
})

it('refuses when a list is full, with the wait and a puzzle; known callers are never refused', async () => {
  const { queue, wait, end } = fill({ solved: 2, unsolved: 1 })
  wait('u1', { subnet: 'a' })
  const createPuzzle = () => 'a puzzle'
  expect(() => queue.requirePlace({ subnet: 'b', createPuzzle })).toThrow(
    expect.objectContaining({ seconds: 1, puzzle: 'a puzzle' }),
  )
  await expect(queue.run(async () => {}, { subnet: 'b' })).rejects.toThrow('busy')
  for (const name of ['s1', 's2']) wait(name, { subnet: name, hasSolved: true })
  await expect(queue.run(async () => {}, { subnet: 'c', hasSolved: true })).rejects.toThrow('busy')
  for (let number = 0; number < 100; number++) wait('k', { subnet: null })
  expect(await end()).toHaveLength(103)
})

it('gives one subnet a share of each list', async () => {
  const { queue, wait, end } = fill({ solved: 8, unsolved: 8, subnetShare: 0.25 })
  for (const hasSolved of [false, true]) {
    for (const name of ['1', '2']) wait(name, { subnet: 'one', hasSolved })
    expect(() => queue.requirePlace({ subnet: 'one', hasSolved })).toThrow('busy')
    queue.requirePlace({ subnet: 'another', hasSolved })
  }
  await end()
})

it('frees the place of a failed hash', async () => {
  const { queue, end } = fill({ solved: 1, unsolved: 1 })
  await end()
  await expect(queue.run(() => Promise.reject(new Error('oops')), { subnet: 'a' })).rejects.toThrow('oops')
  expect(await queue.run(async () => 'next', { subnet: 'a' })).toBe('next')
})
