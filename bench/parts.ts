import { type EmbeddedDatabase, startScratch } from '../service/platform/database/embedded.ts'
import { type ApiResult, measureApi, type Question } from './api/api.ts'
import { measureDashboard } from './dashboard.ts'
import { measureMillion } from './million.ts'
import { measureAlerts } from './monitors/alerts.ts'
import { fullLoad, measureMonitors, quickLoad } from './monitors.ts'
import { measureMoveIn } from './moving-in/move-in.ts'
import { circumstances, percent, Report, thousands, writeResults } from './report.ts'
import { measureRollouts } from './rollouts.ts'
import { measureScreenshots } from './screenshots.ts'
import { measureStarts } from './start.ts'
import { measureStorage } from './storage.ts'
import { describeFleetSync } from './sync/describe.ts'
import { measureFleetSync } from './sync/fleet-sync.ts'
import { measureUpdatesList } from './updates-list.ts'
import { measureVulnerabilities } from './vulnerabilities.ts'

const report = new Report()

/** One cluster for all parts that only call the api; each fleet is a database in it. */
let cluster: EmbeddedDatabase | undefined
async function scratch(): Promise<EmbeddedDatabase> {
  cluster ??= await startScratch({ settings: { shared_buffers: '512MB' } })
  return cluster
}
async function leaveScratch(): Promise<void> {
  await cluster?.leave()
  cluster = undefined
}

interface Options {
  quick: boolean
  only?: string | undefined
}

const parts: Record<string, (options: Options) => Promise<void>> = {
  async api({ quick }) {
    const results: ApiResult[] = []
    for (const size of quick ? [100, 10_000] : [100, 10_000, 100_000]) {
      results.push(await measureApi(await scratch(), size, quick ? 300 : 4_000))
      printApi(results.at(-1)!)
    }
    printGrowth(results[0]!, results.at(-1)!)
  },

  async updates({ quick }) {
    for (const sites of quick ? [10_000] : [10_000, 100_000]) {
      const result = await measureUpdatesList(await scratch(), sites, quick || sites > 10_000 ? 10 : 50)
      report.print(`## Updates: ${thousands(result.updates)} pending on ${thousands(sites)} sites`)
      report.print(`The summary is ${result.exact ? 'exact' : 'WRONG'}.`)
      report.print()
      report.print('| question | p50 ms | p95 ms |')
      report.print('|---|---|---|')
      for (const [question, { p50, p95 }] of Object.entries(result.waits))
        report.print(`| ${question} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`)
      report.print()
    }
    // Its vacuum must not run beside the next measurement.
    await leaveScratch()
  },

  async vulnerabilities({ quick }) {
    const sites = quick ? 10_000 : 100_000
    report.print(`## Known vulnerabilities: ${thousands(sites)} sites`)
    for (const line of await measureVulnerabilities(await scratch(), sites)) report.print(`- ${line}`)
    report.print()
    await leaveScratch()
  },

  async rollouts({ quick }) {
    report.print('## Rollouts')
    for (const line of await measureRollouts(quick ? 100 : 1_000)) report.print(line)
    report.print()
  },

  async sync({ quick }) {
    report.print('## Sync')
    const plan = { sites: 10_000, again: quick ? 400 : 10_000, floor: quick ? 300 : 2_000 }
    for (const line of describeFleetSync(await measureFleetSync(plan))) report.print(line)
    report.print()
  },

  async 'moving-in'({ quick }) {
    report.print('## Moving in')
    for (const line of await measureMoveIn(quick ? 500 : 5_000)) report.print(`- ${line}`)
    report.print()
  },

  async monitors({ quick }) {
    report.print('## Monitors')
    for (const line of await measureMonitors(quick ? quickLoad : fullLoad)) report.print(`- ${line}`)
    report.print()
  },

  async alerts() {
    report.print('## Outage to alert')
    for (const line of await measureAlerts()) report.print(`- ${line}`)
    report.print()
  },

  async start({ quick }) {
    report.print('## Start and memory')
    for (const line of await measureStarts(quick ? 2 : 7)) report.print(`- ${line}`)
    report.print()
  },

  async storage({ quick }) {
    const sites = quick ? 10_000 : 100_000
    report.print(`## Storage: ${thousands(sites)} sites`)
    for await (const line of measureStorage(await scratch(), sites)) report.print(`- ${line}`)
    report.print()
    await leaveScratch()
  },

  async screenshots({ quick }) {
    report.print('## Checks in a browser')
    for (const line of await measureScreenshots(quick ? 1 : 5)) report.print(`- ${line}`)
    report.print()
  },

  async dashboard({ quick, only }) {
    // Needs Chromium and minutes.
    if (quick && only !== 'dashboard') return
    const sites = 100_000
    report.print(`## The dashboard in Chromium; the Sites page over ${thousands(sites)} sites`)
    for (const line of await measureDashboard(sites)) report.print(`- ${line}`)
    report.print()
  },
}

function printApi({ sites, answers, memory }: ApiResult): void {
  report.print(`## API at ${thousands(sites)} sites`)
  report.print(
    '| question | requests per CPU second | of a bare route with the same bytes | of its raw statements | p50 ms | p95 ms | p99 ms |',
  )
  report.print('|---|---|---|---|---|---|---|')
  for (const [question, answer] of Object.entries(answers)) {
    const waits = [answer.p50, answer.p95, answer.p99].map((wait) => wait.toFixed(1)).join(' | ')
    const shares = [answer.ofBareRoute, answer.ofRawStatement].map(percent).join(' | ')
    report.print(`| ${question} | ${answer.perCpuSecond} | ${shares} | ${waits} |`)
  }
  report.print()
  report.print(
    'Its raw statements: a bare route that sends the prepared statements of the question to the database, then the same bytes.',
  )
  report.print(`Memory of the process afterwards: ${Math.round(memory / 2 ** 20)} MB.`)
  report.print()
}

function printGrowth(smallest: ApiResult, largest: ApiResult): void {
  report.print(
    `## Growth of the cost of a request from ${thousands(smallest.sites)} to ${thousands(largest.sites)} sites`,
  )
  for (const question of Object.keys(smallest.answers) as Question[]) {
    const growth = smallest.answers[question].ofBareRoute / largest.answers[question].ofBareRoute
    report.print(`- ${question}: × ${growth.toFixed(2)}`)
  }
  report.print()
}

const seconds = () => Math.round(performance.now() / 1000)

export async function runParts({ quick, only }: Options): Promise<void> {
  report.heading(`npm run bench${quick ? ' -- --quick' : ''}`)
  report.print()
  const took: string[] = []
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (only !== undefined && only !== name) continue
      const began = seconds()
      await measure({ quick, only }).catch((error: unknown) => {
        // The others took half an hour.
        report.print(`The part ${name} failed: ${error instanceof Error ? error.message : error}`)
        report.print()
        process.exitCode = 1
      })
      if (seconds() > began) took.push(`${name} ${seconds() - began} s`)
    }
  } finally {
    await leaveScratch()
  }
  report.print(`The whole run took ${seconds()} s: ${took.join(', ')}.`)
  if (!quick && only === undefined) await writeResults('benchmark', report.text)
}

export async function runMillion({ sites, reuse }: { sites: number; reuse: boolean }): Promise<void> {
  if (!Number.isSafeInteger(sites) || sites < 3_000) throw new Error('--sites must be a number from 3000 on.')
  for (const line of circumstances(`npm run bench -- --million --sites ${sites}`)) report.print(`- ${line}`)
  await measureMillion(report, { sites, reuse })
  if (sites >= 1_000_000) await writeResults('million', report.text)
}
