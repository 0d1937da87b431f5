import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { workerKilledRound } from './worker-killed.ts'

let dataDir: string | undefined
afterEach(async () => {
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

it('after kill -9 of a worker every target has one outcome, and the sites were called as often as recorded', {
  timeout: 600_000,
}, async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const round = await workerKilledRound({ dataDir, sites: 120, workers: 2, killAfter: 20 })
  expect(round.problems).toEqual([])
  expect(round.targets).toBe(120)
  expect(round.takenOver).toBeGreaterThan(0)
})
