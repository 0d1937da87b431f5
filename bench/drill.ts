/**
 * Fault drills: what breaks in real life is broken on purpose, and then counted. Ends with 1 when a count is wrong.
 * What a full run counted is kept in bench/RESULTS.md.
 * Run: npm run drill [-- --quick] [-- --only workers] [-- --only attack --seconds 300]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackDrills } from './attack-drills.ts'
import { acknowledgedWritesRound } from './drills/acknowledged-writes.ts'
import { jumpClock } from './drills/clock-jump.ts'
import { cutConnections } from './drills/connections-cut.ts'
import { fillDisk } from './drills/disk-full.ts'
import { killedDuringSync, killedDuringUpdates } from './drills/killed-during-jobs.ts'
import { killDuringMonitoring } from './drills/monitors-killed.ts'
import { often, values } from './drills/options.ts'
import { restartEverything } from './drills/rolling-restart.ts'
import { inRounds, type Say, tooLate } from './drills/rounds.ts'
import { startTwoServices } from './drills/two-services.ts'
import { workUnderAttack } from './drills/under-attack.ts'
import { syncUnreliableFleet } from './drills/unreliable-fleet.ts'
import { updatesKilledRound } from './drills/updates-killed.ts'
import { workerKilledRound } from './drills/worker-killed.ts'
import { circumstances, keepResults } from './report.ts'

/** Each tells what it counted and answers the problems it found, in a sentence each. */
const drills: Record<string, (dataDir: string, say: Say) => Promise<string[]>> = {
  /** kill -9 of the service, of its database or of both during writes; the next round goes on with the same data. */
  async writes(dataDir, say) {
    const problems: string[] = []
    let acknowledged = 0
    const rounds = often(3, 20)
    for (let round = 1; round <= rounds; round++) {
      const kill = (['service', 'both', 'database'] as const)[round % 3]!
      const result = await acknowledgedWritesRound({ dataDir, killAfter: 20 + 19 * round, kill })
      acknowledged += result.acknowledged
      if (result.lost.length > 0) problems.push(`round ${round} lost ${result.lost.length} acknowledged writes`)
      problems.push(...tooLate(result.readyAfterMs))
      const killed = kill === 'both' ? 'service and database' : kill
      const counts = `${result.acknowledged} acknowledged, ${result.lost.length} lost`
      say(`round ${round}: killed ${killed}, ${counts}, ready again after ${result.readyAfterMs} ms`)
    }
    say(`${acknowledged} acknowledged writes in ${rounds} rounds`)
    return problems
  },

  /** kill -9 of one of three workers in the middle of a job that changes something on every site. */
  async workers(dataDir, say) {
    const problems: string[] = []
    const rounds = often(1, 20)
    let takenOver = 0
    for (let round = 1; round <= rounds; round++) {
      const result = await workerKilledRound({ dataDir, sites: 240, workers: 3, killAfter: 10 + 6 * round })
      takenOver += result.takenOver
      problems.push(...result.problems)
      const counts = `${result.takenOver} of ${result.targets} targets taken over`
      say(`round ${round}: killed a worker, ${counts}, done ${result.doneAfterMs} ms later`)
    }
    say(`${takenOver} targets taken over in ${rounds} rounds`)
    return problems
  },

  /** The same in the middle of a job that updates everything everywhere, with sites that fail, roll back and lie. */
  async updates(dataDir, say) {
    const sites = often(60, 1_000)
    const result = await updatesKilledRound({ dataDir, sites, workers: 3, killAfter: Math.round(sites / 4) })
    say(`${result.updates} updates on ${result.sites} sites in ${result.jobMs} ms, ${result.installed} installed`)
    say(`killed a worker, ${result.takenOver} sites taken over, done ${result.doneAfterMs} ms later`)
    return result.problems
  },

  /** kill -9 of the api, a worker or the database in the middle of syncs of all sites. */
  syncs: (dataDir, say) => inRounds(say, killedDuringSync, { dataDir, sites: 240, rounds: often(1, 21) }),

  /** The same in the middle of updates of everything. */
  installs: (dataDir, say) =>
    inRounds(say, killedDuringUpdates, { dataDir, sites: often(20, 40), rounds: often(1, 21) }),

  /** The same while monitors are watched: the others go on within seconds. */
  async monitors(dataDir, say) {
    const result = await killDuringMonitoring(dataDir, often(1, 21))
    say(`${result.checks} checks around ${result.kills} kills, longest gap ${result.longestGapMs} ms`)
    say(`${result.doubles} checks that had begun with a dead worker were made again`)
    say(`${result.acknowledged} acknowledged writes meanwhile, ready again after ${result.readyAfterMs} ms`)
    return [...result.problems, ...tooLate(result.readyAfterMs)]
  },

  /** A sync of 500 sites of which some are slow, dead or hostile, with the usual deadlines. */
  async fleet(dataDir, say) {
    const result = await syncUnreliableFleet(dataDir, often(240, 500))
    say(`of ${result.sites} sites ${result.succeeded} synced, ${result.failed} failed`)
    say(`all that answer after ${result.answeredAfterMs} ms, the silent ones after ${result.doneAfterMs} ms`)
    return result.problems
  },

  /** A database elsewhere ends all connections, again and again, during writes. */
  async connections(_dataDir, say) {
    const result = await cutConnections(often(3, 20), 20)
    say(`${result.cut} connections cut, ${result.acknowledged} writes acknowledged, ${result.refused} refused`)
    say(`ready again after ${result.readyAfterMs} ms`)
    return result.lost.map((name) => `${name} was acknowledged and is not there`)
  },

  /** The disk under the data folder fills up during writes; then somebody makes room. */
  async disk(dataDir, say) {
    const result = await fillDisk(dataDir)
    if (result === null) {
      say('skipped: no small disk can be made here (it needs user and mount namespaces)')
      return []
    }
    say(`${result.acknowledged} writes acknowledged, ${result.refusedWhileFull} refused while it was full`)
    say(`with room again: ready after ${result.readyAfterMs} ms, ${result.acceptedAfterwards} of 20 accepted`)
    say(`${result.hostile.sent} hostile requests meanwhile, ${result.hostile.internalErrors} answered with 500`)
    const problems = result.lost.map((name) => `${name} was acknowledged and is not there`)
    if (result.hostile.internalErrors > 0) problems.push('hostile requests were answered with 500')
    if (result.refusedWhileFull === 0) problems.push('the disk never filled up')
    if (result.acceptedAfterwards < 20) problems.push('writes are refused although there is room again')
    return problems
  },

  /** The clock is set a day ahead in the middle of a sync, then two days back. */
  async clock(dataDir, say) {
    const result = await jumpClock(dataDir, 240)
    say(`${result.synced} sites synced, ${result.failed} failed`)
    say(`with the clock set back every site was checked again within ${result.checkedAfterMs} ms`)
    say(`${result.hostile.sent} hostile requests meanwhile, ${result.hostile.internalErrors} answered with 500`)
    return result.problems
  },

  ...attackDrills(often),

  /** Two services started at the same moment on one new data folder. */
  async together(dataDir, say) {
    const result = await startTwoServices(dataDir)
    say(`${result.written} written through both, ${result.unseen.length} not seen by the other`)
    return result.unseen
  },

  /** Two apis and three workers on one PostgreSQL, each restarted under load while the fleet is synced. */
  async restart(_dataDir, say) {
    const result = await restartEverything(often(240, 1_000))
    say(`${result.restarted} processes restarted, ${result.calls} calls, ${result.failed.length} failed`)
    say(`job meanwhile: ${result.job.succeeded} of ${result.job.total} sites synced in ${result.tookMs} ms`)
    const short = result.job.succeeded < result.job.total ? [`${result.job.failed} sites failed`] : []
    return [...result.failed, ...short]
  },

  /** Slow senders, slow readers and hostile input at once on a service with 1 GB, while a signed-in person works on. */
  attack: (_dataDir, say) =>
    workUnderAttack(say, Number(values.seconds ?? often(20, 60)), Number(values.sites ?? often(10_000, 100_000))),
}

const kept = circumstances('npm run drill').map((line) => `- ${line}`)
let failed = 0
async function run(name: string): Promise<void> {
  console.log(`${name} …`)
  // Several go on at once when there is no time: what each tells stays together.
  const told: string[] = []
  const say: Say = (line) => {
    told.push(line)
    if (!values.quick) console.log(`  ${line}`)
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const began = performance.now()
  try {
    const problems = await drills[name]!(dataDir, say)
    for (const problem of problems.slice(0, 20)) say(`PROBLEM: ${problem}`)
    if (problems.length > 0) failed++
    const took = `${Math.round((performance.now() - began) / 1000)} s`
    const end = problems.length === 0 ? `${name}: ok (${took})` : `${name}: ${problems.length} problems (${took})`
    console.log([...(values.quick ? told : []).map((line) => `  ${line}`), end].join('\n'))
    kept.push('', `**${end}**`, '', ...told.map((line) => `- ${line}`))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const wanted = Object.keys(drills).filter((name) => values.only === undefined || values.only === name)
const [first, ...others] = Object.keys(drills)
/** Drills that go on beside each other when there is no time: they wait more than they work. The clock wants it calm, so it is last. */
const chains = values.quick
  ? [
      ['restart', 'workers', 'syncs', 'flood', 'attack'],
      ['installs', 'updates', 'clock'],
      ['monitors', 'together', 'connections', 'commands', 'disk'],
    ]
  : [others]
/** The first counts seconds; beside it only the one that waits for deadlines nearly all the time. */
const beside = values.quick ? ['fleet'] : []
const runWanted = async (names: string[]) => {
  for (const name of names) if (wanted.includes(name)) await run(name)
}
await Promise.all([runWanted(beside), runWanted([first!]).then(() => Promise.all(chains.map(runWanted)))])
console.log(failed === 0 ? 'All drills passed.' : `${failed} drills found problems.`)
if (!values.quick && values.only === undefined) await keepResults('drills', `${kept.join('\n')}\n`)
process.exitCode = failed === 0 ? 0 : 1
