/**
 * Steps of rollouts per minute with and without gates and guards, and their cost per site against a plain update, with one worker.
 * Run: node bench/rollouts.ts [--sites 400]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type App, createApp } from '../service/app.ts'
import { readConfig } from '../service/platform/config.ts'
import { openPlatform } from '../service/platform.ts'
import { seedConnectedFleet } from '../service/testing/connected-fleet.ts'
import { type Fleet, startFleet } from '../simulator/index.ts'
import { progressOf, waitUntil } from './drills/job-under-way.ts'
import { startService } from './drills/service-process.ts'
import { processorSeconds } from './monitors/processor-time.ts'

const slug = 'bench-a/a.php'
const timeoutMs = 900_000

interface Mode {
  what: string
  gates: boolean
  guard: boolean
  start(app: App): Promise<void>
}

const runUpdates = async (app: App) => void (await app.run('run-updates', { background: true }))
const rollOut = async (app: App) =>
  void (await app.run('create-rollout', { specific_items: [slug], waves: [{ max_failures: 100_000 }] }))

const modes: Mode[] = [
  { what: 'plain update, nothing checked', gates: false, guard: false, start: runUpdates },
  { what: 'rollout, nothing checked', gates: false, guard: false, start: rollOut },
  { what: 'rollout with gates', gates: true, guard: false, start: rollOut },
  { what: 'rollout with gates and guard', gates: true, guard: true, start: rollOut },
]

interface Measured {
  what: string
  stepsPerMinute: number
  processorMs: number
  requests: number
}

export async function measureRollouts(sites: number): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-rollouts-'))
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'error', ROLE: 'worker' }
  const platform = await openPlatform(readConfig(environment))
  const app = await createApp({ ...platform, serves: false, works: false, clientAlias: false })
  let requests = 0
  const fleet = await startFleet({ sites, payload: 6_000, baseAddress: '127.34.0.1', onCall: () => void requests++ })
  const worker = await startService(environment)
  try {
    await seedConnectedFleet({ db: app.db, secrets: platform.secrets }, fleet)
    await app.run('update-advanced-settings', { svc_maximum_install_update_requests: 20 })
    const measured: Measured[] = []
    // The first round is not counted: a new process still compiles code.
    for (const [round, mode] of [modes[0]!, ...modes].entries()) {
      await prepare(app, fleet, mode)
      const [began, processor, requestsBefore] = [performance.now(), await processorSeconds(worker.pid), requests]
      await mode.start(app)
      await untilUpdated(app, sites)
      const minutes = (performance.now() - began) / 60_000
      if (round === 0) continue
      measured.push({
        what: mode.what,
        stepsPerMinute: Math.round(sites / minutes),
        processorMs: ((await processorSeconds(worker.pid)) - processor) * (1_000 / sites),
        requests: (requests - requestsBefore) / sites,
      })
    }
    return describe(sites, measured)
  } finally {
    await worker.stop()
    await fleet.close()
    await app.close()
    await platform.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Every site has the old version again, and its update is known. */
async function prepare(app: App, fleet: Fleet, { gates, guard }: Mode): Promise<void> {
  for (const site of fleet.sites) {
    site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
    for (const plugin of site.plugins) plugin.offer = null
    site.themes = site.themes.filter((theme) => theme.entry.slug === site.activeTheme)
    for (const theme of site.themes) theme.offer = null
    site.translations = []
    Object.assign(site.core, { offered: null })
    site.addPlugin({ file: slug, name: 'Bench', version: '1.0', offer: '1.1' })
  }
  await app.run('update-general-settings', { check_http_response: gates ? 1 : 0 })
  // Checks repeated later are no part of a step.
  const rules = { guard: guard ? 'if_possible' : 'off', soak_minutes: [] }
  await app.run('save-update-policy', { scope: 'fleet', rules })
  await app.run('sync-sites', {})
  const { id } = await app.db.selectFrom('jobs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await waitUntil(async () => (await progressOf(app, id)).completed, timeoutMs)
  await app.db.deleteFrom('update_history').execute()
}

async function untilUpdated({ db }: App, sites: number): Promise<void> {
  await waitUntil(async () => {
    const checks = await db.selectFrom('update_history').select('result').where('ended_at', 'is not', null).execute()
    const failed = checks.find(({ result }) => result !== 'updated')
    if (failed) throw new Error(`An update is ${failed.result}.`)
    const open = await db.selectFrom('jobs').select('id').where('completed_at', 'is', null).execute()
    return checks.length === sites && open.length === 0
  }, timeoutMs)
}

function describe(sites: number, measured: readonly Measured[]): string[] {
  const [plain] = measured
  return [
    `${sites} sites, one worker, 20 updates at the same time; sites that answer at once`,
    '',
    '| what | steps per minute | processor ms per site | more than a plain update | requests per site |',
    '|---|---|---|---|---|',
    ...measured.map(({ what, stepsPerMinute, processorMs, requests }) => {
      const more = plain ? processorMs - plain.processorMs : 0
      return `| ${what} | ${stepsPerMinute.toLocaleString('en')} | ${processorMs.toFixed(1)} | ${more.toFixed(1)} ms | ${requests.toFixed(1)} |`
    }),
  ]
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { sites: { type: 'string', default: '400' } } })
  for (const line of await measureRollouts(Number(values.sites))) console.log(line)
}
