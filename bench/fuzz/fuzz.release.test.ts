import { afterEach, expect, it } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '../../service/testing/scratch-database.ts'
import { templateDatabase } from '../../service/testing/scratch-postgres.ts'
import { randomFrom } from '../../simulator/random.ts'
import { FuzzResult } from './fuzz-result.ts'
import { hostileField } from './hostile-fields.ts'
import { copiesOf, RawJson, toJson } from './hostile-values.ts'
import { coverage, makeRequest } from './requests.ts'
import { runFuzz } from './run-fuzz.ts'

let database: ScratchDatabase | undefined
afterEach(() => database?.drop())

it('answers hostile requests without a 500 and without blocking for two seconds', async () => {
  database = await createScratchDatabase(templateDatabase)
  const { connectionString } = database
  const result = await runFuzz({ connectionString, seed: 'suite', seconds: 10, requests: 800, leastRequests: 40 })
  expect(result.failures.map(({ request }) => result.describe(request))).toEqual([])
  expect(result.longestBlock.cpuMs).toBeLessThan(2_000)
  expect(result.requests).toBeGreaterThan(20)
  // Requests that are only refused for their credentials prove nothing.
  expect(result.answers['2xx']).toBeGreaterThan(0)
})

it('makes the same requests from the same seed, and others from another', () => {
  const requests = (seed: string) => Array.from({ length: 50 }, (_, number) => makeRequest(seed, number, 100))
  expect(requests('a')).toEqual(requests('a'))
  expect(requests('a')).not.toEqual(requests('b'))
})

it('reaches every operation that has an address', () => {
  const reached = new Set<string>()
  for (let number = 0; number < 40_000 && reached.size < coverage.operations; number++) {
    const { operation } = makeRequest('a', number, 1)
    if (!/^batch |^\(/.test(operation)) reached.add(operation)
  }
  expect(reached.size).toBeGreaterThanOrEqual(coverage.operations)
})

it('puts the hostile value into lists and objects as their schema says', () => {
  const row = { type: 'object', properties: { email: { type: 'string' } } }
  const paths = Array.from({ length: 100 }, (_, number) => {
    return hostileField(randomFrom('a', number), { type: 'array', items: row }, 'rows', 10).path
  })
  expect(new Set(paths)).toEqual(new Set(['rows', 'rows[]', 'rows[].email']))
})

it('copies a value no more often than a text can hold', () => {
  expect(copiesOf('a', 300)).toHaveLength(300)
  expect(copiesOf('a'.repeat(1_900_000), 300)).toHaveLength(2)
  expect(copiesOf('a'.repeat(9_000_000), 300)).toHaveLength(1)
})

it('writes JSON that no JavaScript value can express', () => {
  expect(toJson({ a: [new RawJson('{"b":1,"b":2}'), '\ud800'] })).toBe('{"a":[{"b":1,"b":2},"\\ud800"]}')
})

it('reports a 500 and a repeatable block as problems, and no other block', () => {
  const result = new FuzzResult('a')
  const request = makeRequest('a', 1, 20)
  result.addBlock({ ms: 500, cpuMs: 400 }, [1])
  expect(result.suspects()).toEqual([1])
  result.confirmBlock(request, 0)
  expect(result.problems()).toEqual([])
  result.confirmBlock(request, 150)
  result.add(request, {
    status: 500,
    reason: null,
    bytes: 10,
    ms: 1,
    text: 'HTTP/1.1 500 Internal\r\n\r\n{"code":"svc_internal_error"}',
  })
  expect(result.problems()).toEqual([
    expect.stringContaining('--seed a --only 1'),
    expect.stringContaining('blocks for 150 ms'),
  ])
})
