import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acknowledgedWritesRound } from './acknowledged-writes.ts'

// Both tests use the same installation: the second continues after the kill of the first.
let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

it('after kill -9 of the service and its database no acknowledged write is missing', {
  timeout: 600_000,
}, async () => {
  const round = await acknowledgedWritesRound({ dataDir, killAfter: 40, kill: 'both' })
  expect(round.acknowledged).toBeGreaterThanOrEqual(40)
  expect(round.lost).toEqual([])
})

it('the service restarts its killed database, and no acknowledged write is missing', async () => {
  const round = await acknowledgedWritesRound({ dataDir, killAfter: 40, kill: 'database' })
  expect(round.lost).toEqual([])
})
