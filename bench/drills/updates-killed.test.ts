import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { updatesKilledRound } from './updates-killed.ts'

let dataDir: string | undefined
afterEach(async () => {
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

it('after kill -9 of a worker every update has one outcome, and it is what the site installed', {
  timeout: 600_000,
}, async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const round = await updatesKilledRound({ dataDir, sites: 40, workers: 2, killAfter: 4 })
  expect(round.problems).toEqual([])
  expect(round).toMatchObject({ sites: 40, updates: 200 })
  expect(round.takenOver).toBeGreaterThan(0)
})
