import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { acknowledgedWritesRound } from './acknowledged-writes.ts'

let dataDir: string | undefined
afterEach(async () => {
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

it('after kill -9 of the service and its database every acknowledged write is there', {
  timeout: 120_000,
}, async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const round = await acknowledgedWritesRound({ dataDir, killAfter: 40, kill: 'both' })
  expect(round.acknowledged).toBeGreaterThanOrEqual(40)
  expect(round.lost).toEqual([])
})

it('the service brings its database back by itself, with every acknowledged write', { timeout: 120_000 }, async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const round = await acknowledgedWritesRound({ dataDir, killAfter: 40, kill: 'database' })
  expect(round.lost).toEqual([])
})
