/**
 * Fault drills: each causes a fault on purpose and counts the results. Exits with 1 when a count is wrong.
 * The results of a full run are written to bench/RESULTS.md.
 * Run: npm run drill [-- --quick] [-- --only workers] [-- --only attack --seconds 300] [-- --only insiders --keys 40]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackDrills } from './attack-drills.ts'
import { acknowledgedWritesRound } from './drills/acknowledged-writes.ts'
import { type BadReleaseResult, killDuringBadRelease } from './drills/bad-release.ts'
import { jumpClock } from './drills/clock-jump.ts'
import { cutConnections } from './drills/connections-cut.ts'
import { fillDisk } from './drills/disk-full.ts'
import { killDuringEvents } from './drills/events-killed.ts'
import { failOver } from './drills/failover.ts'
import { killedDuringSync, killedDuringUpdates } from './drills/killed-during-jobs.ts'
import { killDuringMonitoring } from './drills/monitors-killed.ts'
import { often, values } from './drills/options.ts'
import { restartEverything } from './drills/rolling-restart.ts'
import { describeLateness, type Print, reportRounds } from './drills/rounds.ts'
import { startTwoServices } from './drills/two-services.ts'
import { workAmongInsiders, workUnderAttack } from './drills/under-attack.ts'
import { syncUnreliableFleet } from './drills/unreliable-fleet.ts'
import { updatesKilledRound } from './drills/updates-killed.ts'
import { describeWatchedRelease, lateEffects, mixedEffects, rollOutWatchedRelease } from './drills/watched-release.ts'
import { workerKilledRound } from './drills/worker-killed.ts'
import { circumstances, writeResults } from './report.ts'

/** Each prints its counts and returns the problems it found, a sentence each. */
const drills: Record<string, (dataDir: string, print: Print) => Promise<string[]>> = {
  /** kill -9 of the service, of its database or of both during writes; the next round uses the same data. */
  async writes(dataDir, print) {
    const problems: string[] = []
    let acknowledged = 0
    const rounds = often(3, 20)
    for (let round = 1; round <= rounds; round++) {
      const kill = (['service', 'both', 'database'] as const)[round % 3]!
      const result = await acknowledgedWritesRound({ dataDir, killAfter: 20 + 19 * round, kill })
      acknowledged += result.acknowledged
      if (result.lost.length > 0) problems.push(`round ${round} lost ${result.lost.length} acknowledged writes`)
      problems.push(...describeLateness(result.readyAfterMs))
      const killed = kill === 'both' ? 'service and database' : kill
      const counts = `${result.acknowledged} acknowledged, ${result.lost.length} lost`
      print(`round ${round}: killed ${killed}, ${counts}, ready again after ${result.readyAfterMs} ms`)
    }
    print(`${acknowledged} acknowledged writes in ${rounds} rounds`)
    return problems
  },

  /** kill -9 of one of three workers during a job that changes every site. */
  async workers(dataDir, print) {
    const problems: string[] = []
    const rounds = often(1, 20)
    let takenOver = 0
    for (let round = 1; round <= rounds; round++) {
      const result = await workerKilledRound({ dataDir, sites: 240, workers: 3, killAfter: 10 + 6 * round })
      takenOver += result.takenOver
      problems.push(...result.problems)
      const counts = `${result.takenOver} of ${result.targets} targets taken over`
      print(`round ${round}: killed a worker, ${counts}, done ${result.doneAfterMs} ms later`)
    }
    print(`${takenOver} targets taken over in ${rounds} rounds`)
    return problems
  },

  /** The same during a job that updates everything on every site, with sites that fail, roll back and report false results. */
  async updates(dataDir, print) {
    const sites = often(60, 1_000)
    const result = await updatesKilledRound({ dataDir, sites, workers: 3, killAfter: Math.round(sites / 4) })
    print(`${result.updates} updates on ${result.sites} sites in ${result.jobMs} ms, ${result.installed} installed`)
    print(`killed a worker, ${result.takenOver} sites taken over, done ${result.doneAfterMs} ms later`)
    return result.problems
  },

  /** A release that breaks 30 % of the sites, rolled out in waves. */
  async 'bad-release'(dataDir, print) {
    const sites = Number(values.sites ?? often(200, 5_000))
    const problems: string[] = []
    for (const [what, effects, baseAddress] of [
      ['of mixed kinds', mixedEffects, '127.32.0.1'],
      ['only after a minute', lateEffects, '127.36.0.1'],
    ] as const) {
      const result = await rollOutWatchedRelease({ dataDir, sites, effects, baseAddress })
      for (const line of describeWatchedRelease(what, result)) print(line)
      problems.push(...result.problems)
    }
    return problems
  },

  /** A bad release while all workers are killed in each phase of a step. */
  async 'bad-release-killed'(dataDir, print) {
    const result = await killDuringBadRelease({ dataDir, sites: often(40, 200), workers: 2 })
    print(`${result.kills} kills of all workers, one in each phase of a step`)
    return printBadRelease(result, print)
  },

  /** kill -9 of the api, a worker or the database during syncs of all sites. */
  syncs: (dataDir, print) => reportRounds(print, killedDuringSync, { dataDir, sites: 240, rounds: often(1, 21) }),

  /** The same during updates of all sites. */
  installs: (dataDir, print) =>
    reportRounds(print, killedDuringUpdates, { dataDir, sites: often(20, 40), rounds: often(1, 21) }),

  /** The same while monitors are checked: the other processes take over within seconds. */
  async monitors(dataDir, print) {
    const result = await killDuringMonitoring(dataDir, often(1, 21))
    print(`${result.checks} checks around ${result.kills} kills, longest gap ${result.longestGapMs} ms`)
    print(`${result.doubles} checks begun by a dead worker were repeated`)
    print(`${result.acknowledged} acknowledged writes meanwhile, ready again after ${result.readyAfterMs} ms`)
    return [...result.problems, ...describeLateness(result.readyAfterMs)]
  },

  /** The same while events are published, sent to webhooks (of which one never answers) and read with the cursor. */
  async events(dataDir, print) {
    const result = await killDuringEvents(dataDir, often(1_000, 10_000), often(3, 12))
    print(`${result.events} events around ${result.kills} kills, all delivered after ${result.doneAfterMs} ms`)
    print(`${result.received} messages received, ${result.repeated} of them repeated with a known id`)
    return result.problems
  },

  /** A sync of 500 sites of which some are slow, dead or hostile, with the usual deadlines. */
  async fleet(dataDir, print) {
    const result = await syncUnreliableFleet(dataDir, often(240, 500))
    print(`of ${result.sites} sites ${result.succeeded} synced, ${result.failed} failed`)
    print(`sites that answer were done after ${result.answeredAfterMs} ms, the others after ${result.doneAfterMs} ms`)
    return result.problems
  },

  /** An external database ends all connections repeatedly during writes. */
  async connections(_dataDir, print) {
    const result = await cutConnections(often(3, 20), 20)
    print(`${result.cut} connections cut, ${result.acknowledged} writes acknowledged, ${result.refused} refused`)
    print(`ready again after ${result.readyAfterMs} ms`)
    return result.lost.map((name) => `${name} was acknowledged and is missing`)
  },

  /** The disk of the data folder fills up during writes; then space is freed. */
  async disk(dataDir, print) {
    const result = await fillDisk(dataDir)
    if (result === null) {
      print('skipped: no small disk can be made here (it needs user and mount namespaces)')
      return []
    }
    print(`${result.acknowledged} writes acknowledged, ${result.refusedWhileFull} refused while it was full`)
    print(`with free space again: ready after ${result.readyAfterMs} ms, ${result.acceptedAfterwards} of 20 accepted`)
    print(`${result.hostile.sent} hostile requests meanwhile, ${result.hostile.internalErrors} answered with 500`)
    const problems = result.lost.map((name) => `${name} was acknowledged and is missing`)
    if (result.hostile.internalErrors > 0) problems.push('hostile requests were answered with 500')
    if (result.refusedWhileFull === 0) problems.push('the disk never filled up')
    if (result.acceptedAfterwards < 20) problems.push('writes are refused although there is free space again')
    return problems
  },

  /** The clock is set a day ahead during a sync, then two days back. */
  async clock(dataDir, print) {
    const result = await jumpClock(dataDir, 240)
    print(`${result.synced} sites synced, ${result.failed} failed`)
    print(`with the clock set back every site was checked again within ${result.checkedAfterMs} ms`)
    print(`${result.hostile.sent} hostile requests meanwhile, ${result.hostile.internalErrors} answered with 500`)
    return result.problems
  },

  /** The primary of two database servers is killed during writes, syncs, updates and a rollout; the standby server takes over. */
  failover: (dataDir, print) => failOver(print, dataDir, { sites: 240, rounds: often(1, 6) }),

  ...attackDrills(often),

  /** Two services started at the same moment on one new data folder. */
  async together(dataDir, print) {
    const result = await startTwoServices(dataDir)
    print(`${result.written} written through both, ${result.unseen.length} not seen by the other`)
    return result.unseen
  },

  /** Two apis and three workers on one PostgreSQL, each restarted under load while the fleet is synced. */
  async restart(_dataDir, print) {
    const result = await restartEverything(often(240, 1_000))
    print(`${result.restarted} processes restarted, ${result.calls} calls, ${result.failed.length} failed`)
    print(`job meanwhile: ${result.job.succeeded} of ${result.job.total} sites synced in ${result.tookMs} ms`)
    const short = result.job.succeeded < result.job.total ? [`${result.job.failed} sites failed`] : []
    return [...result.failed, ...short]
  },

  /** Slow senders, slow readers and hostile input at once on a service with 1 GB, while a signed-in user continues to work. */
  attack: (_dataDir, print) =>
    workUnderAttack(print, Number(values.seconds ?? often(20, 60)), Number(values.sites ?? often(10_000, 100_000))),

  /** Four and forty limited keys attack at once (`--keys` for another number), while a signed-in user continues to work. */
  async insiders(_dataDir, print) {
    const problems: string[] = []
    for (const keys of values.keys === undefined ? (values.quick ? [4] : [4, 40]) : [Number(values.keys)]) {
      const seconds = Number(values.seconds ?? often(20, 300))
      problems.push(...(await workAmongInsiders(print, seconds, Number(values.sites ?? often(1_000, 10_000)), keys)))
    }
    return problems
  },
}

function printBadRelease(
  { sites, bad, broken, updated, untouched, seconds, problems }: BadReleaseResult,
  print: Print,
) {
  print(`a release that breaks ${bad} of ${sites} sites: ${broken} were broken for a while, ${updated} updated`)
  print(`${untouched} sites were not touched; the rollout took ${seconds} s`)
  return problems
}

const kept = circumstances('npm run drill').map((line) => `- ${line}`)
let failed = 0
async function run(name: string): Promise<void> {
  console.log(`${name} …`)
  // With --quick several drills run at once: the output of each is printed together.
  const output: string[] = []
  const print: Print = (line) => {
    output.push(line)
    if (!values.quick) console.log(`  ${line}`)
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-drill-'))
  const began = performance.now()
  try {
    const problems = await drills[name]!(dataDir, print)
    for (const problem of problems.slice(0, 20)) print(`PROBLEM: ${problem}`)
    if (problems.length > 0) failed++
    const took = `${Math.round((performance.now() - began) / 1000)} s`
    const end = problems.length === 0 ? `${name}: ok (${took})` : `${name}: ${problems.length} problems (${took})`
    console.log([...(values.quick ? output : []).map((line) => `  ${line}`), end].join('\n'))
    kept.push('', `**${end}**`, '', ...output.map((line) => `- ${line}`))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const selected = Object.keys(drills).filter((name) => values.only === undefined || values.only === name)
const [first, ...others] = Object.keys(drills)
/** Drills that run in parallel with --quick: they mostly wait. The clock drill needs a quiet machine, so it is last. */
const chains = values.quick
  ? [
      ['restart', 'workers', 'syncs', 'flood', 'attack', 'insiders'],
      ['installs', 'updates', 'bad-release', 'events', 'clock'],
      ['monitors', 'together', 'connections', 'failover', 'bad-release-killed', 'commands', 'disk'],
    ]
  : [others]
/** The first measures seconds; only a drill that mostly waits for deadlines runs beside it. */
const beside = values.quick ? ['fleet'] : []
const runSelected = async (names: string[]) => {
  for (const name of names) if (selected.includes(name)) await run(name)
}
await Promise.all([runSelected(beside), runSelected([first!]).then(() => Promise.all(chains.map(runSelected)))])
console.log(failed === 0 ? 'All drills passed.' : `${failed} drills found problems.`)
if (!values.quick && values.only === undefined) await writeResults('drills', `${kept.join('\n')}\n`)
process.exitCode = failed === 0 ? 0 : 1
