import { expect, it } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { createMetrics } from './metrics.ts'

it('stays below 2 MB for any names, methods, statuses and codes', async () => {
  const metrics = createMetrics(new FakeClock())
  for (let count = 0; count < 20_000; count++) {
    metrics.request(`/route/of/usual/length/:site_id_or_domain/${count}`, 'GET', 200 + (count % 400), 0.01)
    metrics.operation(`an-operation-of-usual-length-${count}`, `svc_code_${count % 500}`, 0.01)
    metrics.operation('sync-site', `svc_code_${count}`, 0.01)
    metrics.request('/metrics', `METHOD${count}`, 405, 0.01)
  }
  const text = (await metrics.read()).toString()
  expect(text.length).toBeGreaterThan(100_000)
  expect(text.length).toBeLessThan(2_000_000)
  expect(text).not.toContain('METHOD')
  expect(text).toMatch(/flotilla_http_requests_total\{route="other",method="other",status="405"\} 200\d\d\n/)
})

it('creates its text once for all callers within 5 seconds', async () => {
  const clock = new FakeClock()
  const metrics = createMetrics(clock)
  const texts = await Promise.all(Array.from({ length: 50 }, () => metrics.read()))
  expect(new Set(texts).size).toBe(1)
  metrics.operation('sync-site', 'ok', 0.01)
  clock.advance(4_999)
  expect(await metrics.read()).toBe(texts[0])
  clock.advance(1)
  expect((await metrics.read()).toString()).toContain('flotilla_operations_total{operation="sync-site",outcome="ok"} 1')
  // A clock that is set back does not preserve an old text.
  clock.advance(-60_000)
  expect(await metrics.read()).not.toBe(texts[0])
})

it('counts from 0 for every listed value, and another value as other', async () => {
  const clock = new FakeClock()
  const metrics = createMetrics(clock)
  const counter = { name: 'flotilla_tries_total', help: 'Tries.', labels: { result: ['good', 'bad'] } } as const
  metrics.addCounter(counter)
  metrics.increment(counter, { result: 'good' }, 2)
  for (let count = 0; count < 1_000; count++) metrics.increment(counter, { result: `planted ${count}` })
  const lines = (await metrics.read())
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('flotilla_tries_total'))
  expect(lines.map((line) => line.replace('flotilla_tries_total', ''))).toEqual([
    '{result="good"} 2',
    '{result="bad"} 0',
    '{result="other"} 1000',
  ])
})
