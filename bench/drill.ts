import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { acknowledgedWritesRound } from './drills/acknowledged-writes.ts'
import { syncUnreliableFleet } from './drills/unreliable-fleet.ts'
import { updatesKilledRound } from './drills/updates-killed.ts'
import { workerKilledRound } from './drills/worker-killed.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = values.quick ? 3 : 10

/** kill -9 of the service, of its database or of both during writes; the next round goes on with the same data. */
async function drillAcknowledgedWrites(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  let failed = 0
  let acknowledged = 0
  try {
    for (let round = 1; round <= rounds; round++) {
      const kill = (['service', 'both', 'database'] as const)[round % 3]!
      const result = await acknowledgedWritesRound({ dataDir, killAfter: 20 + 37 * round, kill })
      acknowledged += result.acknowledged
      if (result.lost.length > 0) failed++
      console.log(
        `round ${round}: killed ${kill === 'both' ? 'service and database' : kill}, ` +
          `${result.acknowledged} acknowledged, ${result.lost.length} lost, ready again after ${result.readyAfterMs} ms`,
      )
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(
    `acknowledged writes: ${acknowledged} in ${rounds} rounds, ${failed === 0 ? 'none lost' : `${failed} rounds lost some`}`,
  )
  return failed === 0
}

/** kill -9 of one of three workers in the middle of a job that changes something on every site. */
async function drillWorkerKilled(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const workerRounds = values.quick ? 2 : 20
  let failed = 0
  let takenOver = 0
  try {
    for (let round = 1; round <= workerRounds; round++) {
      const result = await workerKilledRound({ dataDir, sites: 240, workers: 3, killAfter: 10 + 6 * round })
      takenOver += result.takenOver
      if (result.problems.length > 0) failed++
      console.log(
        `round ${round}: killed a worker, ${result.takenOver} of ${result.targets} targets taken over, ` +
          `done ${result.doneAfterMs} ms later, ${result.problems.length} problems`,
      )
      for (const problem of result.problems) console.log(`  ${problem}`)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(
    `killed workers: ${takenOver} targets taken over in ${workerRounds} rounds, ` +
      `${failed === 0 ? 'each with one outcome' : `${failed} rounds with problems`}`,
  )
  return failed === 0
}

/** kill -9 of one of three workers in the middle of a job that updates everything everywhere. */
async function drillUpdatesKilled(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const sites = values.quick ? 60 : 1_000
  try {
    const result = await updatesKilledRound({ dataDir, sites, workers: 3, killAfter: Math.round(sites / 4) })
    console.log(
      `updates: ${result.updates} on ${result.sites} sites in ${result.jobMs} ms, ${result.installed} installed; ` +
        `killed a worker, ${result.takenOver} sites taken over, done ${result.doneAfterMs} ms later, ` +
        `${result.problems.length} problems`,
    )
    for (const problem of result.problems) console.log(`  ${problem}`)
    return result.problems.length === 0
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A sync of 500 sites of which some are slow, dead or hostile, with the usual deadlines. */
async function drillUnreliableFleet(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  try {
    const result = await syncUnreliableFleet(dataDir, 500)
    console.log(
      `unreliable fleet: of ${result.sites} sites ${result.succeeded} synced, ${result.failed} failed; ` +
        `all that answer after ${result.answeredAfterMs} ms, the silent ones too after ${result.doneAfterMs} ms, ` +
        `${result.problems.length} told wrongly`,
    )
    for (const problem of result.problems) console.log(`  ${problem}`)
    return result.problems.length === 0
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const passed = [
  await drillAcknowledgedWrites(),
  await drillWorkerKilled(),
  await drillUpdatesKilled(),
  await drillUnreliableFleet(),
]
process.exitCode = passed.every(Boolean) ? 0 : 1
