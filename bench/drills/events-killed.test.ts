import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { killDuringEvents } from './events-killed.ts'

let dataDir: string | undefined
afterEach(async () => {
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

it('after kills of the api, a worker and the database every event is delivered in order and read once', {
  timeout: 600_000,
}, async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const result = await killDuringEvents(dataDir, 400, 3)
  expect(result.problems).toEqual([])
  expect(result.received).toBeGreaterThanOrEqual(400)
})
