import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acknowledgedWritesRound } from './acknowledged-writes.ts'

// The same installation for both: what was killed once goes on being used.
let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

it('after kill -9 of the service and its database every acknowledged write is there', {
  timeout: 600_000,
}, async () => {
  const round = await acknowledgedWritesRound({ dataDir, killAfter: 40, kill: 'both' })
  expect(round.acknowledged).toBeGreaterThanOrEqual(40)
  expect(round.lost).toEqual([])
})

it('the service brings its database back by itself, with every acknowledged write', async () => {
  const round = await acknowledgedWritesRound({ dataDir, killAfter: 40, kill: 'database' })
  expect(round.lost).toEqual([])
})
