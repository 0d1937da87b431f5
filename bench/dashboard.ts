/**
 * The dashboard in a real browser: Lighthouse's scores of the overview, and the Sites page over a large fleet.
 * Run: node bench/dashboard.ts [--sites 100000] [--only cold-start|act-on-all]
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import type { Browser, Page } from 'puppeteer-core'
import { startScratch } from '../service/platform/database/embedded.ts'
import { freePort } from '../service/testing/free-port.ts'
import { benchPassword, newDatabase } from './api/api.ts'
import { startMeasuredServer } from './api/measure.ts'
import { seedFleet } from './api/seed.ts'
import { actOnAll } from './dashboard/act-on-all.ts'
import { coldStart } from './dashboard/cold-start.ts'
import { median, runLighthouse } from './dashboard/lighthouse.ts'
import { firstRows, nextPage, type Shown, scroll } from './dashboard/rows-and-frames.ts'
import { openBrowser, openSignedIn } from './dashboard/signed-in.ts'
import { workUntilPainted } from './dashboard/work.ts'
import { untilReady } from './drills/service-process.ts'

const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const account = { login: 'admin', password: benchPassword }
const runs = 3
const demoSites = 24

/** Lines of the report. */
export async function measureDashboard(sites: number, only?: string): Promise<string[]> {
  execFileSync(process.execPath, [file('web/build.ts'), '--if-stale'])
  const browser = await openBrowser()
  try {
    if (only === 'cold-start' || only === 'act-on-all') return await measureSitesPage(browser, sites, only)
    return [...(await measureOverview(browser)), ...(await measureSitesPage(browser, sites))]
  } finally {
    await browser.close()
  }
}

/** On the demo: a fleet with a history shows more than a seeded one. */
async function measureOverview(browser: Browser): Promise<string[]> {
  const port = String(await freePort())
  const demo = spawn(process.execPath, [file('service/main.ts'), 'demo'], {
    env: {
      ...process.env,
      PORT: port,
      ADMIN_PASSWORD: account.password,
      DEMO_SITES: String(demoSites),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const url = `http://127.0.0.1:${port}`
    await untilReady(url, 120_000)
    const page = await openSignedIn(browser, url, account)
    const results = []
    for (let run = 0; run < runs; run++) results.push(await runLighthouse(page, `${url}/`))
    await page.close()
    const { scores, metrics, findings } = median(results)
    const each = results.map((result) => result.scores.performance).join(', ')
    return [
      `Lighthouse, desktop, overview of ${demoSites} sites, median of ${runs}: performance ${scores.performance} (${each}), accessibility ${scores.accessibility}, best practices ${scores['best-practices']}; load ${load()}`,
      `its metrics: ${Object.entries(metrics)
        .map(([name, value]) => `${name} ${value < 1 ? value : Math.round(value)}`)
        .join(', ')}`,
      ...findings.map((finding) => `not right: ${finding}`),
    ]
  } finally {
    demo.kill('SIGTERM')
    await once(demo, 'exit')
  }
}

async function measureSitesPage(browser: Browser, sites: number, only?: string): Promise<string[]> {
  const cluster = await startScratch({ settings: { shared_buffers: '512MB' } })
  try {
    const connectionString = await newDatabase(cluster, 'bench_dashboard')
    await seedFleet(connectionString, sites)
    const server = await startMeasuredServer(connectionString)
    try {
      const page = await openSignedIn(browser, server.service, account)
      const all = () => measureActOnAll(page, `${server.service}/sites?status=connected`, connectionString)
      if (only === 'act-on-all') return [await all()]
      const cold = await measureColdStart(browser, `${server.service}/sites`)
      if (only === 'cold-start') return [cold]
      return [
        cold,
        ...(await measureRows(page, server.service, 50)),
        ...(await measureRows(page, server.service, 100)),
        await all(),
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.leave()
  }
}

async function measureColdStart(browser: Browser, url: string): Promise<string> {
  const starts = []
  for (let run = 0; run < runs; run++) starts.push(await coldStart(browser, url))
  const { requests, roundTrips } = starts[0]!
  const times = starts.map(({ rowsMs }) => Math.round(rowsMs)).join(', ')
  return `Sites, cold start with 400 ms per request and a quarter of the processor: rows after ${times} ms; ${requests} requests, ${roundTrips} one after the other; load ${load()}`
}

async function measureActOnAll(page: Page, url: string, connectionString: string): Promise<string> {
  const sites = await countConnected(connectionString)
  const { planMs, startedMs, changingCalls } = await actOnAll(page, url, sites)
  const [plan, started] = [planMs, startedMs].map(Math.round)
  return `Sites, all ${sites} that match selected and suspended with 400 ms per request: plan shown after ${plan} ms, job started after ${started} ms; ${changingCalls} changing calls; load ${load()}`
}

async function countConnected(connectionString: string): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const found = `select count(*)::int as count from sites where connection = 'connected' and suspended_by = 'none'`
    return (await client.query(found)).rows[0].count
  } finally {
    await client.end()
  }
}

async function measureRows(page: Page, service: string, rows: number): Promise<string[]> {
  const url = `${service}/sites?size=${rows}`
  const shown = await firstRows(page, url, runs)
  const next = await nextPage(page)
  const { frames, p50, p95, worst, longTasks } = await scroll(page)
  const scrolled = `${frames} frames, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, worst ${worst.toFixed(0)} ms`
  const work = await workUntilPainted(page, () => firstRows(page, url, 1))
  return [
    `Sites, ${rows} rows: the first are painted ${listed(shown, 'paintedMs')} ms after the answer, ${Math.round(work)} ms of it work; the answer took ${listed(shown, 'answerMs')} ms`,
    `Sites, ${rows} rows, next page: painted ${listed([next], 'paintedMs')} ms after the answer`,
    `Sites, ${rows} rows, scrolled to the end and back: ${scrolled}, tasks above 50 ms: ${longTasks}; load ${load()}`,
  ]
}

const listed = (shown: readonly Shown[], field: keyof Shown) => shown.map((each) => Math.round(each[field])).join(', ')
const load = () => loadavg()[0]!.toFixed(1)

if (import.meta.main) {
  const { values } = parseArgs({
    options: { sites: { type: 'string', default: '100000' }, only: { type: 'string' } },
  })
  for (const line of await measureDashboard(Number(values.sites), values.only)) console.log(`- ${line}`)
}
