/**
 * The fleet benchmark. Prints a report and writes that of a full run to bench/RESULTS.md.
 * Run: npm run bench [-- --quick] [-- --only api|updates|vulnerabilities|rollouts|sync|moving-in|monitors|alerts|start|storage|screenshots|dashboard]
 * A million sites: npm run bench -- --million [--sites 1000000] [--reuse]
 * The last results beside earlier ones: npm run bench -- --compare <before> [<after>], each a file, commit or tag; exits with 1
 * when a figure is more than 15 % worse.
 */
import { parseArgs } from 'node:util'
import { type EmbeddedDatabase, startScratch } from '../service/platform/database/embedded.ts'
import { type ApiResult, measureApi, type Question } from './api/api.ts'
import { compareFigures, readOwnResults, readResults } from './compare/compare.ts'
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    million: { type: 'boolean', default: false },
    sites: { type: 'string', default: '1000000' },
    reuse: { type: 'boolean', default: false },
    compare: { type: 'string' },
  },
})
const { quick, only } = values
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

const parts: Record<string, () => Promise<void>> = {
  async api() {
    const results: ApiResult[] = []
    for (const size of quick ? [100, 10_000] : [100, 10_000, 100_000]) {
      results.push(await measureApi(await scratch(), size, quick ? 300 : 4_000))
      printApi(results.at(-1)!)
    }
    printGrowth(results[0]!, results.at(-1)!)
  },

  async updates() {
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

  async vulnerabilities() {
    const sites = quick ? 10_000 : 100_000
    report.print(`## Known vulnerabilities: ${thousands(sites)} sites`)
    for (const line of await measureVulnerabilities(await scratch(), sites)) report.print(`- ${line}`)
    report.print()
    await leaveScratch()
  },

  async rollouts() {
    report.print('## Rollouts')
    for (const line of await measureRollouts(quick ? 100 : 1_000)) report.print(line)
    report.print()
  },

  async sync() {
    report.print('## Sync')
    const plan = { sites: 10_000, again: quick ? 400 : 10_000, floor: quick ? 300 : 2_000 }
    for (const line of describeFleetSync(await measureFleetSync(plan))) report.print(line)
    report.print()
  },

  async 'moving-in'() {
    report.print('## Moving in')
    for (const line of await measureMoveIn(quick ? 500 : 5_000)) report.print(`- ${line}`)
    report.print()
  },

  async monitors() {
    report.print('## Monitors')
    for (const line of await measureMonitors(quick ? quickLoad : fullLoad)) report.print(`- ${line}`)
    report.print()
  },

  async alerts() {
    report.print('## Outage to alert')
    for (const line of await measureAlerts()) report.print(`- ${line}`)
    report.print()
  },

  async start() {
    report.print('## Start and memory')
    for (const line of await measureStarts(quick ? 2 : 7)) report.print(`- ${line}`)
    report.print()
  },

  async storage() {
    const sites = quick ? 10_000 : 100_000
    report.print(`## Storage: ${thousands(sites)} sites`)
    for await (const line of measureStorage(await scratch(), sites)) report.print(`- ${line}`)
    report.print()
    await leaveScratch()
  },

  async screenshots() {
    report.print('## Checks in a browser')
    for (const line of await measureScreenshots(quick ? 1 : 5)) report.print(`- ${line}`)
    report.print()
  },

  async dashboard() {
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
    '| question | requests per CPU second | of a bare route with the same bytes | of a raw statement | p50 ms | p95 ms | p99 ms |',
  )
  report.print('|---|---|---|---|---|---|---|')
  for (const [question, answer] of Object.entries(answers)) {
    const waits = [answer.p50, answer.p95, answer.p99].map((wait) => wait.toFixed(1)).join(' | ')
    const shares = [answer.ofBareRoute, answer.ofRawStatement].map(percent).join(' | ')
    report.print(`| ${question} | ${answer.perCpuSecond} | ${shares} | ${waits} |`)
  }
  report.print()
  report.print('A raw statement: a route that reads 20 sites with a prepared statement and sends the same bytes.')
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

async function runParts(): Promise<void> {
  report.heading(`npm run bench${quick ? ' -- --quick' : ''}`)
  report.print()
  const took: string[] = []
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (only !== undefined && only !== name) continue
      const began = seconds()
      await measure()
      if (seconds() > began) took.push(`${name} ${seconds() - began} s`)
    }
  } finally {
    await leaveScratch()
  }
  report.print(`The whole run took ${seconds()} s: ${took.join(', ')}.`)
  if (!quick && only === undefined) await writeResults('benchmark', report.text)
}

async function runMillion(): Promise<void> {
  const sites = Number(values.sites)
  if (!Number.isSafeInteger(sites) || sites < 3_000) throw new Error('--sites must be a number from 3000 on.')
  for (const line of circumstances(`npm run bench -- --million --sites ${sites}`)) report.print(`- ${line}`)
  await measureMillion(report, { sites, reuse: values.reuse })
  if (sites >= 1_000_000) await writeResults('million', report.text)
}

function compare(before: string, after: string | undefined): void {
  const { lines, regressions } = compareFigures(readResults(before), after ? readResults(after) : readOwnResults())
  for (const line of lines) console.log(line)
  console.log(`\nFigures that are more than 15 % worse: ${regressions.length}.`)
  process.exitCode = regressions.length === 0 ? 0 : 1
}

try {
  if (positionals.length > (values.compare === undefined ? 0 : 1))
    throw new Error(`“${positionals.at(-1)}” is not understood.`)
  if (values.compare !== undefined) compare(values.compare, positionals[0])
  else if (values.million) await runMillion()
  else await runParts()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
