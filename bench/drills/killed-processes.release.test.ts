import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acknowledgedWritesRound } from './acknowledged-writes.ts'
import { killDuringEvents } from './events-killed.ts'
import { startService } from './service-process.ts'
import { updatesKilledRound } from './updates-killed.ts'
import { workerKilledRound } from './worker-killed.ts'

describe('one installation', { timeout: 600_000 }, () => {
  // All tests use the same installation: each continues after the kills before it, and creating one takes as long as a drill.
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('after kill -9 of the service and its database no acknowledged write is missing', async () => {
    const round = await acknowledgedWritesRound({ dataDir, killAfter: 40, kill: 'both' })
    expect(round.acknowledged).toBeGreaterThanOrEqual(40)
    expect(round.lost).toEqual([])
  })

  it('the service restarts its killed database, and no acknowledged write is missing', async () => {
    const round = await acknowledgedWritesRound({ dataDir, killAfter: 40, kill: 'database' })
    expect(round.lost).toEqual([])
  })

  it('the service ends after its stop, although something would keep its process alive', async () => {
    const nodeOptions = ['--import', 'data:text/javascript,setInterval(() => {}, 1000)']
    const service = await startService({ DATA_DIR: dataDir }, undefined, { nodeOptions })
    expect(await service.stop()).toBe(0)
  })

  it('after kills of the api, a worker and the database every event is delivered in order and read once', async () => {
    const result = await killDuringEvents(dataDir, 400, 3)
    expect(result.problems).toEqual([])
    expect(result.received).toBeGreaterThanOrEqual(400)
  })

  it('after kill -9 of a worker every target has one outcome, and the sites were called as often as recorded', async () => {
    const round = await workerKilledRound({ dataDir, sites: 120, workers: 2, killAfter: 20 })
    expect(round.problems).toEqual([])
    expect(round.targets).toBe(120)
    expect(round.takenOver).toBeGreaterThan(0)
  })

  it('after kill -9 of a worker every update has one outcome, and it is what the site installed', async () => {
    const round = await updatesKilledRound({ dataDir, sites: 40, workers: 2, killAfter: 4 })
    expect(round.problems).toEqual([])
    expect(round).toMatchObject({ sites: 40, updates: 200 })
    expect(round.takenOver).toBeGreaterThan(0)
  })
})
