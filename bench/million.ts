/**
 * A million sites beside a hundred thousand: what each question and each work costs at both sizes, and how it grows.
 * Run: npm run bench -- --million [--sites 1000000] [--reuse]
 */
import { cpus } from 'node:os'
import { type Answers, type Cost, measureAnswers } from './million/questions.ts'
import { openSeededFleets, type SeededFleet, serverProcess, sizeOf } from './million/seeded-fleets.ts'
import { type MonitorStep, matchInFleet, raiseMonitors, type SyncedSlice, syncSlice } from './million/work.ts'
import { killOwnNodes, processorSeconds } from './monitors/processor-time.ts'
import { percent, type Report, thousands } from './report.ts'
import { peakResident } from './sync/processor-use.ts'

/** What grows more from the smaller fleet to the larger one is marked. */
const maxGrowth = 1.5
const syncedSites = 20_000
/** Fewer sites are synced while the caller waits, without a job. */
const minSyncedSites = 250
const maxMonitors = 100_000

/** A small fleet only shows that everything works. */
const effortFor = (sites: number) =>
  sites < 100_000
    ? { secondsPerQuestion: 0.5, steps: [1], seconds: 30 }
    : { secondsPerQuestion: 3, steps: [0.1, 0.25, 0.5, 0.75, 1], seconds: 60 }
type Effort = ReturnType<typeof effortFor>

interface Measured {
  fleet: SeededFleet
  size: Awaited<ReturnType<typeof sizeOf>>
  answers: Answers
  matching: Awaited<ReturnType<typeof matchInFleet>>
  slice: SyncedSlice
}

export async function measureMillion(report: Report, options: { sites: number; reuse: boolean }): Promise<void> {
  // The database ends with this process by itself; the services and simulators do not.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void killOwnNodes().then(() => process.exit(1)))
  const { fleets, seconds, close } = await openSeededFleets({ ...options, print: (line) => console.log(line) })
  try {
    const effort = effortFor(options.sites)
    const began = performance.now()
    const database = await serverProcess(fleets[1].url)
    const before = await processorSeconds(database, { children: true })
    const measured: Measured[] = []
    for (const fleet of fleets) {
      const one = await measureFleet(fleet, database, fleets[0].sites, effort)
      measured.push(one)
      // In case a later part fails, after an hour.
      console.log(JSON.stringify({ ...one, fleet: fleet.sites }))
    }
    const [small, large] = measured as [Measured, Measured]
    for (const each of measured) describeSize(report, each)
    describeGrowth(report, small, large)
    describeStreams(report, small, large)
    describeSyncs(report, small, large, seconds === null ? 'again' : 'for the first time')
    const most = Math.min(maxMonitors, options.sites)
    describeMonitors(report, await raiseMonitors(fleets[1], database, { ...effort, most }))
    const took = (performance.now() - began) / 1_000
    const used = (await processorSeconds(database, { children: true })) - before
    report.print('### Resources')
    report.print(
      `- database: ${percent(used / took)} of a core on average, at most ${await peakResident(database)} MB in its first process; ${cpus().length} cores`,
    )
    report.print(`- seeding took ${seconds === null ? 'no time (kept from an earlier run)' : `${seconds} s`}`)
    report.print(`- measuring took ${Math.round(took)} s`)
    report.print()
  } finally {
    await close()
  }
}

/** The slice is equally large in both fleets. */
async function measureFleet(
  fleet: SeededFleet,
  database: number,
  smallest: number,
  { secondsPerQuestion }: Effort,
): Promise<Measured> {
  console.log(`measuring ${thousands(fleet.sites)} sites …`)
  const size = await sizeOf(fleet.url)
  const answers = await measureAnswers(fleet, database, secondsPerQuestion)
  const matching = await matchInFleet(fleet)
  const slice = await syncSlice(fleet, database, Math.min(syncedSites, Math.max(minSyncedSites, smallest / 5)))
  return { fleet, size, answers, matching, slice }
}

function describeSize(report: Report, { fleet, size, answers }: Measured): void {
  const rows = `${thousands(size.site_software)} rows of software, ${thousands(size.site_updates)} updates`
  const disk = `${(size.bytes / 1e9).toFixed(2)} GB (${(size.bytes / fleet.sites / 1e3).toFixed(1)} kB per site)`
  report.print(`- ${thousands(fleet.sites)} sites, ${rows}: ${disk}; memory of the api at most ${answers.memory} MB`)
}

function describeGrowth(report: Report, small: Measured, large: Measured): void {
  const sizes = [small, large].map(({ fleet }) => thousands(fleet.sites))
  report.print()
  report.print(`### Growth of the cost from ${sizes[0]} to ${sizes[1]} sites`)
  report.print('Processor time of the service and the database for one request, four callers at a time.')
  report.print()
  report.print(`| question | ms of processor, ${sizes[0]} | ${sizes[1]} | growth | p50 ms | p50 ms | p95 ms | p95 ms |`)
  report.print('|---|---|---|---|---|---|---|---|')
  const row = (question: string, before: Cost, after: Cost) => {
    const [one, other] = [before.service + before.database, after.service + after.database]
    const waits = [before.p50, after.p50, before.p95, after.p95].map((ms) => ms.toFixed(1)).join(' | ')
    report.print(`| ${question} | ${one.toFixed(2)} | ${other.toFixed(2)} | ${describeTimes(other / one)} | ${waits} |`)
  }
  for (const [question, cost] of Object.entries(small.answers.costs))
    row(question, cost, large.answers.costs[question]!)
  report.print()
  const [one, other] = [small.matching, large.matching]
  report.print('| matching of vulnerabilities | ms | ms | growth |')
  report.print('|---|---|---|---|')
  const work = (what: string, before: number, after: number) =>
    report.print(`| ${what} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${describeTimes(after / before)} |`)
  work('one synced site with three changed items', one.waits.p50, other.waits.p50)
  const perFinding = ({ record, found }: typeof one) => (record * 1_000) / found
  // In a reused fleet the record was changed by the run before.
  if (one.found > 0 && other.found > 0)
    work('one changed record, for each 1,000 sites that it affects', perFinding(one), perFinding(other))
  report.print()
}

const describeTimes = (growth: number) => `× ${growth.toFixed(2)}${growth > maxGrowth ? ' **above 1.5**' : ''}`

function describeStreams(report: Report, ...measured: Measured[]): void {
  report.print('### /sites/basic, all sites in one streamed answer')
  for (const { fleet, answers } of measured) {
    const { seconds, megabytes, memory } = answers.basic
    const rate = `${(megabytes / seconds).toFixed(0)} MB/s`
    report.print(
      `- ${thousands(fleet.sites)} sites: ${megabytes.toFixed(1)} MB in ${seconds.toFixed(2)} s (${rate}), ${memory} MB of additional memory`,
    )
  }
  report.print()
}

function describeSyncs(report: Report, small: Measured, large: Measured, when: string): void {
  report.print(`### Sync of ${thousands(large.slice.sites)} simulated sites by one worker, ${when}`)
  report.print(
    '| in a fleet of | sites per second | worker ms per site | database ms per site | simulator ms per site | memory |',
  )
  report.print('|---|---|---|---|---|---|')
  for (const { fleet, slice } of [small, large]) {
    const times = [slice.worker, slice.database, slice.simulator].map((ms) => ms.toFixed(2)).join(' | ')
    report.print(`| ${thousands(fleet.sites)} | ${slice.sitesPerSecond.toFixed(0)} | ${times} | ${slice.memory} MB |`)
  }
  const costOf = ({ slice }: Measured) => slice.worker + slice.database
  report.print()
  report.print(`Growth of the processor time of worker and database: ${describeTimes(costOf(large) / costOf(small))}.`)
  report.print()
}

function describeMonitors(report: Report, steps: readonly MonitorStep[]): void {
  const best = steps.filter(({ isOnTime }) => isOnTime).at(-1)
  report.print('### Monitors every 60 s')
  report.print(
    '| monitors | checks of the due ones | late p50 ms | late p99 ms | service | database | simulator | on time |',
  )
  report.print('|---|---|---|---|---|---|---|---|')
  for (const { monitors, watched, isOnTime } of steps) {
    const { share, late, processor } = watched
    const cores = [processor.service, processor.database, processor.simulator].map(percent).join(' | ')
    report.print(
      `| ${thousands(monitors)} | ${(share * 100).toFixed(1)} % | ${late.p50} | ${late.p99} | ${cores} | ${isOnTime ? 'yes' : 'no'} |`,
    )
  }
  report.print()
  report.print(
    best ? `The highest number on time was ${thousands(best.monitors)}.` : 'None of these numbers was on time.',
  )
  report.print('On time: at least 99 % of the due checks, 99 of 100 at most 5 s late. The shares are of one core.')
  report.print()
}
