import { type App, createApp } from '../../service/app.ts'
import { readConfig } from '../../service/platform/config.ts'
import { openPlatform } from '../../service/platform.ts'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { type Fleet, type Site, startFleet, type UpdateBehaviour } from '../../simulator/index.ts'
import { progressOf, waitUntil } from './job-under-way.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export interface BadReleasePlan {
  dataDir: string
  sites: number
  workers: number
}

export interface BadReleaseResult {
  sites: number
  /** Sites that the release breaks. */
  bad: number
  /** Sites that were broken at some time. */
  broken: number
  updated: number
  untouched: number
  kills: number
  seconds: number
  /** Contradictions found: must be none. */
  problems: string[]
}

export const badPlugin = 'drill-a/a.php'
/** The release breaks three sites in ten, in different ways. */
const effects: UpdateBehaviour[] = ['fatal-at-load', 'blank', 'fatal-in-admin']
const isBad = ({ index }: Site) => index % 10 < effects.length
const timeoutMs = 1_800_000

export const offerBadRelease = (site: Site): void => offerRelease(site, effects[site.index % 10])

/** The site has the plugin and is offered the release. */
export function offerRelease(site: Site, effect: UpdateBehaviour | undefined): void {
  site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
  for (const plugin of site.plugins) plugin.offer = null
  site.addPlugin({ file: badPlugin, name: 'Drill', version: '1.0', offer: '1.1' })
  site.themes = []
  site.addTheme({ slug: 'drill-theme', name: 'Drill', version: '1.0' })
  site.activeTheme = 'drill-theme'
  site.translations = []
  Object.assign(site.core, { installed: '6.9', offered: null })
  if (effect) site.onUpdate(badPlugin, effect)
}

/** The moments of a step at which all workers are killed, by the call that the site has just received. */
export const killedPhases = ['arm', 'update', 'verify', 'check', 'note', 'disarm'] as const
type Phase = (typeof killedPhases)[number]

/** A release that breaks 30 % of the sites, while all workers are killed once in each phase of a step. */
export function killDuringBadRelease(plan: BadReleasePlan): Promise<BadReleaseResult> {
  const calls = new Map<number, string[]>()
  let armed: Phase | null = null
  let running: ServiceProcess[] = []
  const onCall = (site: Site, name: string) => {
    const earlier = calls.get(site.index) ?? []
    calls.set(site.index, [...earlier, name])
    if (armed === null || !isBad(site) || phaseOf(earlier, name) !== armed) return
    armed = null
    // The site still performs the call.
    for (const { pid } of running) process.kill(pid, 'SIGKILL')
  }
  return runDrill(plan, { baseAddress: '127.33.0.1', onCall }, async (drill) => {
    running = drill.workers
    // The release is not held while it fails.
    await drill.app.run('save-update-policy', { scope: 'fleet', rules: { hold_after: 1_000, soak_minutes: [] } })
    calls.clear()
    const waves = [{ max_failures: 4 }]
    armed = killedPhases[0]
    const id = await drill.rollOut(waves)
    let kills = 0
    for (const phase of killedPhases) {
      armed = phase
      await waitUntil(async () => armed === null || (await drill.read(id)).status !== 'running', timeoutMs)
      if (armed === null) {
        kills++
        await drill.restartWorkers()
      }
      // A person resumes it: the drill is about the kills.
      if ((await drill.read(id)).status === 'paused') await drill.app.run('resume-rollout', { rollout_id: id })
    }
    armed = null
    await drill.until(id, ['finished', 'ended'], async () => {
      if ((await drill.read(id)).status === 'paused') await drill.app.run('resume-rollout', { rollout_id: id })
    })
    const result = await drill.compare(id)
    const missed = killedPhases.length - kills
    if (missed > 0) result.problems.push(`${missed} phases were not met`)
    return { ...result, kills }
  })
}

/** Of the calls of one step on one site. */
function phaseOf(earlier: readonly string[], name: string): Phase | null {
  const snippets = earlier.filter((call) => call === 'code_snippet').length
  const isSent = earlier.includes('upgradeplugintheme')
  if (name === 'upgradeplugintheme') return 'update'
  if (name === 'code_snippet')
    return !isSent && snippets === 0 ? 'arm' : isSent && snippets === 1 ? 'note' : isSent ? 'disarm' : null
  if (!isSent) return null
  return name === 'stats' ? 'verify' : name === 'front page' ? 'check' : null
}

interface Drill {
  app: App
  workers: ServiceProcess[]
  restartWorkers(): Promise<void>
  rollOut(waves: object[]): Promise<number>
  read(id: number): Promise<{ status: string; pause_code: string | null }>
  until(id: number, statuses: readonly string[], meanwhile?: () => Promise<void>): Promise<void>
  compare(id: number): Promise<Omit<BadReleaseResult, 'kills'>>
}

async function runDrill(
  { dataDir, sites, workers: count }: BadReleasePlan,
  fleetOptions: { baseAddress: string; onCall?: (site: Site, name: string) => void },
  work: (drill: Drill) => Promise<Omit<BadReleaseResult, 'seconds'>>,
): Promise<BadReleaseResult> {
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', WORK_LEASE_SECONDS: '5', LOG_LEVEL: 'error' }
  const platform = await openPlatform(readConfig(environment))
  const app = await createApp({ ...platform, serves: false, works: false, clientAlias: false })
  const fleet = await startFleet({ ...fleetOptions, sites, payload: 4_000 })
  const workers: ServiceProcess[] = []
  const startWorkers = async () => {
    const starting = Array.from({ length: count }, () => startService({ ...environment, ROLE: 'worker' }))
    workers.push(...(await Promise.all(starting)))
  }
  const read: Drill['read'] = (id) =>
    app.db.selectFrom('rollouts').select(['status', 'pause_code']).where('id', '=', id).executeTakeFirstOrThrow()
  try {
    await app.db.deleteFrom('sites').execute()
    for (const site of fleet.sites) offerBadRelease(site)
    await seedConnectedFleet({ db: app.db, secrets: platform.secrets }, fleet)
    await startWorkers()
    await syncAll(app)
    let began = performance.now()
    const result = await work({
      app,
      workers,
      async restartWorkers() {
        for (const worker of workers.splice(0)) await worker.kill()
        await startWorkers()
      },
      async rollOut(waves) {
        began = performance.now()
        const { output } = await app.run('create-rollout', { specific_items: [badPlugin], waves })
        return (output as { rollout_id: number }).rollout_id
      },
      read,
      async until(id, statuses, meanwhile) {
        await waitUntil(async () => {
          await meanwhile?.()
          return statuses.includes((await read(id)).status) && (await countRunning(app, id)) === 0
        }, timeoutMs)
      },
      compare: async (id) => ({ ...(await compareWithSites(app, fleet, id)), seconds: 0 }),
    })
    return { ...result, seconds: Math.round((performance.now() - began) / 1000) }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    await fleet.close()
    await app.close()
    await platform.leave()
  }
}

async function syncAll(app: App): Promise<void> {
  await app.run('sync-sites', {})
  const { id } = await app.db.selectFrom('jobs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await waitUntil(async () => (await progressOf(app, id)).completed, timeoutMs)
}

const countRunning = async ({ db }: App, id: number): Promise<number> =>
  (
    await db
      .selectFrom('rollout_steps')
      .select('position')
      .where('rollout_id', '=', id)
      .where('state', '=', 'running')
      .execute()
  ).length

/** Every step has one outcome that equals what the site has; no site is broken, and no guard is left. */
export async function compareWithSites({ db }: Pick<App, 'db'>, fleet: Fleet, id: number) {
  const steps = await db.selectFrom('rollout_steps').selectAll().where('rollout_id', '=', id).execute()
  const problems: string[] = []
  for (const { site_url, state, message } of steps) {
    const site = fleet.find(site_url)!
    const { version } = site.plugin(badPlugin)!
    const sent = site.journal.filter(({ function: name }) => name === 'upgradeplugintheme').length
    const truth = sent === 0 ? 'waiting' : version === '1.0' ? 'rolled_back' : isBad(site) ? 'broken' : 'updated'
    if (state !== truth) problems.push(`${site_url} is ${truth}, its step is ${state} (${message ?? ''})`)
    if (site.releases.isBroken) problems.push(`${site_url} is broken`)
    if (sent > 1) problems.push(`${site_url} got the release ${sent} times`)
    for (const guard of site.guards.all) problems.push(`${site_url} has a guard that is ${guard.state}`)
  }
  const open = await db.selectFrom('guards').select('id').where('ended_at', 'is', null).execute()
  if (open.length > 0) problems.push(`${open.length} guards have not ended`)
  const unchecked = await db.selectFrom('update_checks').select('run').where('unchecked', '=', true).execute()
  if (unchecked.length > 0) problems.push(`${unchecked.length} sites were not checked`)
  const count = (...states: string[]) => steps.filter(({ state }) => states.includes(state)).length
  return {
    sites: steps.length,
    bad: fleet.sites.filter(isBad).length,
    broken: fleet.sites.filter((site) => site.releases.wasBroken).length,
    updated: count('updated'),
    untouched: count('waiting'),
    problems,
  }
}
