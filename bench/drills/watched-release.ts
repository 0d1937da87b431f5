import { type App, createApp } from '../../service/app.ts'
import { readConfig } from '../../service/platform/config.ts'
import { sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { parseNetworks } from '../../service/platform/outbound/address-guard.ts'
import { openPlatform } from '../../service/platform.ts'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { type Fleet, type Site, startFleet, type UpdateBehaviour } from '../../simulator/index.ts'
import { badPlugin, offerRelease } from './bad-release.ts'
import { progressOf, waitUntil } from './job-under-way.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'

export interface WatchedReleaseResult {
  sites: number
  /** Sites that the release breaks if it gets there. */
  bad: number
  /** Sites that got it although it breaks them. */
  met: number
  /** Sites on which something was broken at some time, as a visitor or the connector sees it. */
  everBroken: number
  /** Sites on which something is broken at the end. */
  leftBroken: number
  /** Sites that have a release that breaks them, and whose update counts as good. */
  acceptedWrongly: number
  /** Good sites whose update was taken back or counts as failed. */
  falseAlarms: number
  updated: number
  untouched: number
  simulatedMinutes: number
  seconds: number
  problems: string[]
}

export interface WatchedReleasePlan {
  dataDir: string
  sites: number
  effects: readonly UpdateBehaviour[]
  baseAddress: string
}

/** Every way in which a release breaks a site, at once or later. */
export const mixedEffects: readonly UpdateBehaviour[] = [
  'fatal-at-load',
  'fatal-in-admin',
  'blank',
  'exhausts-memory',
  'fatal-in-rest',
  'missing-stylesheet',
  'prints-notice',
  'redirect-loop',
  'deletes-itself',
  'deactivates-connector',
  'breaks-later',
]
export const lateEffects: readonly UpdateBehaviour[] = ['breaks-later']

/** Three sites in ten, each kind equally often. */
const effectOf = ({ index }: Site, effects: readonly UpdateBehaviour[]): UpdateBehaviour | undefined =>
  index % 10 < 3 ? effects[(Math.floor(index / 10) * 3 + (index % 10)) % effects.length] : undefined

const minuteMs = 60_000
const timeoutMs = 1_800_000
/** Longer than all checks of the policy together: what is open then stays open. */
const maxMinutes = 180

/**
 * A release that breaks 30 % of the sites meets a rollout whose waves end after their soak time. The clock is set ahead by a minute
 * whenever nothing is left to do.
 */
export async function rollOutWatchedRelease(plan: WatchedReleasePlan): Promise<WatchedReleaseResult> {
  const { dataDir, sites, effects, baseAddress } = plan
  const clock = movableClock()
  const platform = await openPlatform(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))
  const networks = { allowNetworks: parseNetworks('127.0.0.0/8') }
  const parts = { ...platform, ...networks, clock, keys: sharedKeySource() }
  const app = await createApp({ ...parts, serves: false, works: true, clientAlias: false })
  const fleet = await startFleet({ sites, payload: 4_000, baseAddress, clock })
  try {
    await app.db.deleteFrom('sites').execute()
    // What an earlier round learned about the release.
    for (const table of ['release_failures', 'held_releases'] as const) await app.db.deleteFrom(table).execute()
    for (const site of fleet.sites) offerRelease(site, effectOf(site, effects))
    await seedConnectedFleet({ db: app.db, secrets: platform.secrets }, fleet)
    await app.run('sync-sites', {})
    const { id: job } = await app.db
      .selectFrom('jobs')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await waitUntil(async () => (await progressOf(app, job)).completed, timeoutMs)
    const began = performance.now()
    // Without a canary, which may be one of the bad sites: then only that one would meet the release.
    const waves = [
      { percent: 1, max_failure_percent: 10 },
      { percent: 10, max_failure_percent: 2 },
      { max_failure_percent: 1 },
    ]
    const { output } = await app.run('create-rollout', { specific_items: [badPlugin], waves })
    const { rollout_id: id } = output as { rollout_id: number }
    const { everBroken, minutes } = await untilSettled(app, fleet, clock, id)
    const result = await compare(app, fleet, id, effects)
    const problems = judge({ ...result, everBroken: everBroken.size, sites })
    return {
      ...result,
      ...{ sites, everBroken: everBroken.size, simulatedMinutes: minutes },
      seconds: Math.round((performance.now() - began) / 1000),
      problems: [...problems, ...result.problems],
    }
  } finally {
    await fleet.close()
    await app.close()
    await platform.leave()
  }
}

/** Until the rollout does not go on, and no site is watched any more. */
async function untilSettled(app: App, fleet: Fleet, clock: MovableClock, id: number) {
  const everBroken = new Set<number>()
  const look = () => {
    for (const site of fleet.sites) if (site.releases.isBroken) everBroken.add(site.index)
  }
  for (let minutes = 0; minutes <= maxMinutes; minutes++) {
    await waitUntil(async () => {
      look()
      return (await countOpen(app, id)) === 0
    }, timeoutMs)
    const { status } = await app.db
      .selectFrom('rollouts')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (status !== 'running' && (await countWatched(app)) === 0) return { everBroken, minutes }
    clock.move(minuteMs)
    await app.run('check-watched-sites', {})
    await app.run('advance-rollouts', {})
  }
  return { everBroken, minutes: maxMinutes }
}

/** Steps and jobs under way. */
async function countOpen({ db }: App, id: number): Promise<number> {
  const steps = await db
    .selectFrom('rollout_steps')
    .select('position')
    .where('rollout_id', '=', id)
    .where('state', '=', 'running')
    .execute()
  const jobs = await db.selectFrom('jobs').select('id').where('completed_at', 'is', null).execute()
  return steps.length + jobs.length
}

const countWatched = async ({ db }: App): Promise<number> =>
  (await db.selectFrom('update_checks').select('run').where('watch_next_at', 'is not', null).execute()).length

/** What Flotilla recorded against what the sites have. */
async function compare({ db }: App, fleet: Fleet, id: number, effects: readonly UpdateBehaviour[]) {
  const steps = await db.selectFrom('rollout_steps').selectAll().where('rollout_id', '=', id).execute()
  const history = await db.selectFrom('update_history').select(['site_url', 'result']).execute()
  const resultOf = new Map(history.map(({ site_url, result }) => [site_url, result]))
  const problems: string[] = []
  const counts = { bad: 0, met: 0, leftBroken: 0, acceptedWrongly: 0, falseAlarms: 0, updated: 0, untouched: 0 }
  for (const site of fleet.sites) if (effectOf(site, effects)) counts.bad++
  for (const { site_url, state, message } of steps) {
    const site = fleet.find(site_url)!
    const effect = effectOf(site, effects)
    const version = site.plugin(badPlugin)?.version
    const wasSent = site.journal.some(({ function: name }) => name === 'upgradeplugintheme')
    const isAccepted = state === 'updated' && resultOf.get(site_url) === 'updated'
    if (wasSent && effect) counts.met++
    if (!wasSent) counts.untouched++
    if (isAccepted) counts.updated++
    if (site.releases.isBroken || (wasSent && effect && version !== '1.0')) {
      counts.leftBroken++
      problems.push(`${site_url} (${effect}) has version ${version ?? 'none'}; its step is ${state} (${message ?? ''})`)
    }
    if (effect && state === 'updated') {
      counts.acceptedWrongly++
      problems.push(`${site_url} (${effect}) counts as updated`)
    }
    if (!effect && wasSent && !isAccepted) {
      counts.falseAlarms++
      problems.push(`${site_url} is fine; its step is ${state} (${message ?? ''})`)
    }
    for (const guard of site.guards.all) problems.push(`${site_url} has a guard that is ${guard.state}`)
  }
  const open = await db.selectFrom('guards').select('id').where('ended_at', 'is', null).execute()
  if (open.length > 0) problems.push(`${open.length} guards have not ended`)
  return { ...counts, problems }
}

function judge({ sites, met, everBroken }: { sites: number; met: number; everBroken: number }): string[] {
  const most = Math.max(1, Math.floor(sites / 100))
  if (everBroken > most) return [`${everBroken} of ${sites} sites were broken, more than ${most}`]
  return met === 0 ? ['no bad site got the release'] : []
}

export function describeWatchedRelease(what: string, result: WatchedReleaseResult): string[] {
  const { sites, bad, met, everBroken, leftBroken, acceptedWrongly, falseAlarms, updated, untouched } = result
  const share = ((100 * everBroken) / sites).toFixed(2)
  return [
    `a release that breaks ${bad} of ${sites} sites, ${what}: ${met} of them got it`,
    `${everBroken} sites ever broken (${share} %), ${leftBroken} left broken, ${acceptedWrongly} accepted wrongly, ${falseAlarms} false alarms`,
    `${updated} updated, ${untouched} not touched; ${result.simulatedMinutes} simulated minutes took ${result.seconds} s`,
  ]
}
