import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { type Fleet, type FleetOptions, type Site, startFleet } from '../../simulator/index.ts'
import { badPlugin, compareWithSites, offerBadRelease } from './bad-release.ts'
import { progressOf, waitUntil } from './job-under-way.ts'
import { drillKey } from './key-writer.ts'
import { startSteadyWriter } from './steady-writer.ts'
import { type SupervisedProcesses, startSupervised, type Victim, victims } from './supervised-processes.ts'
import { compareWithFleet, prepareSite } from './updates-on-sites.ts'

export interface Round {
  victim: Victim
  /** Targets done at the time of the kill. */
  processed: number
  /** Targets that one worker began and another one finished. */
  takenOver: number
  /** From the kill to the first write that the api acknowledged. */
  readyAfterMs: number
  doneAfterMs: number
  /** Contradictions found: must be none. */
  problems: string[]
}

interface Plan {
  dataDir: string
  sites: number
  rounds: number
  /** By default the processes use an embedded database. */
  start?: () => Promise<SupervisedProcesses>
  /** Killed in turn; by default a worker, the database and the api. */
  kills?: readonly Victim[]
  onRound(round: Round, number: number): void
}

/** Over all rounds: no write acknowledged meanwhile may be missing at the end. */
interface Rounds {
  acknowledged: number
  lost: string[]
}

const doneWithinMs = 180_000

// Real sites need time; without it no target would be running at the kill.
const slowness = 300

/** Replaces the fault of the previous round: faults of one kind add up. */
async function slowDown(site: Site): Promise<void> {
  await site.clearFaults('slow')
  site.setFault('slow', { on: 'stats', delay: slowness })
}

/** Syncs the whole fleet repeatedly; each time a process is killed at a random time. */
export function killedDuringSync(plan: Plan): Promise<Rounds> {
  const calls = new Map<string, number>()
  const options = {
    payload: 8_000,
    baseAddress: '127.17.0.1',
    onCall: ({ url }: Site, name: string) => void (name === 'stats' && calls.set(url, (calls.get(url) ?? 0) + 1)),
  }
  return killInRounds(plan, options, async ({ processes, fleet }) => {
    for (const site of fleet.sites) await slowDown(site)
    calls.clear()
    const job = await order(processes, 'sync-sites-v1', {})
    return { job, compare: () => compareSync(processes, calls, job) }
  })
}

/** Updates everything on every site, with sites that fail, roll back and report false results; each time a process is killed. */
export function killedDuringUpdates(plan: Plan): Promise<Rounds> {
  const calls = new Map<number, string[]>()
  const options = {
    payload: 6_000,
    baseAddress: '127.18.0.1',
    updateDuration: slowness,
    onCall: ({ index }: Site, name: string) => void calls.set(index, [...(calls.get(index) ?? []), name]),
  }
  return killInRounds(plan, options, async ({ processes, fleet }) => {
    for (const site of fleet.sites) {
      prepareSite(site)
      site.callLog.clear()
    }
    await callAbility(processes, 'sync-sites-v1', {})
    calls.clear()
    const job = await order(processes, 'run-updates-v1', { background: true })
    return { job, compare: () => compareWithFleet(processes.db, fleet, job, calls) }
  })
}

/** Rolls out a release that breaks some sites; once, because a site gets it once. */
export function killedDuringRollout(plan: Plan): Promise<Rounds> {
  return killInRounds({ ...plan, rounds: 1 }, { payload: 4_000, baseAddress: '127.19.0.1' }, async (world) => {
    const { processes, fleet } = world
    for (const site of fleet.sites) offerBadRelease(site)
    await callAbility(processes, 'sync-sites-v1', {})
    // The release is not held while it fails. The wave ends after the one repeated check.
    const rules = { hold_after: 1_000, soak_minutes: [1] }
    await callApi(processes, 'PUT /api/v2/update-policies', { scope: 'fleet', rules })
    const waves = [{ max_failures: 1_000 }]
    const { data } = await callApi(processes, 'POST /api/v2/rollouts', { slug: [badPlugin], waves })
    const id = Number(data?.rollout_id)
    return {
      job: id,
      soakMs: 60_000,
      progress: () => rolloutProgress(processes, id),
      async compare() {
        const { untouched, problems } = await compareWithSites(processes, fleet, id)
        return {
          takenOver: 0,
          problems: [...problems, ...(untouched > 0 ? [`${untouched} steps have no outcome`] : [])],
        }
      },
    }
  })
}

async function rolloutProgress({ db }: SupervisedProcesses, id: number) {
  const steps = await db.selectFrom('rollout_steps').select('state').where('rollout_id', '=', id).execute()
  const { status } = await db.selectFrom('rollouts').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  const open = steps.filter(({ state }) => state === 'waiting' || state === 'running').length
  return { processed: steps.length - open, completed: status === 'finished' || status === 'ended' }
}

interface Begun {
  job: number
  /** After the last update. */
  soakMs?: number
  /** By default that of the job. */
  progress?: () => ReturnType<typeof progressOf>
  compare(): Promise<{ takenOver: number; problems: string[] }>
}

async function killInRounds(
  { dataDir, sites, rounds, onRound, start = () => startSupervised(dataDir, 2), kills = victims }: Plan,
  options: Omit<FleetOptions, 'sites'>,
  begin: (world: { processes: SupervisedProcesses; fleet: Fleet }) => Promise<Begun>,
): Promise<Rounds> {
  const processes = await start()
  const fleet = await startFleet({ ...options, sites })
  try {
    await seedConnectedFleet(processes, fleet)
    const writer = startSteadyWriter(processes.url)
    for (let number = 1; number <= rounds; number++) {
      const victim = kills[number % kills.length]!
      const {
        job,
        soakMs = 0,
        compare,
        progress = () => progressOf(processes, job),
      } = await begin({ processes, fleet })
      const moment = Math.floor(Math.random() * sites * 0.8)
      await waitUntil(async () => (await progress()).processed >= moment)
      const { processed } = await progress()
      const killedAt = performance.now()
      const readyAfterMs = await writer.untilWritten((onDead) => processes.kill(victim, onDead))
      await waitUntil(async () => (await progress()).completed, doneWithinMs + soakMs)
      const doneAfterMs = Math.round(performance.now() - killedAt)
      onRound({ victim, processed, readyAfterMs, doneAfterMs, ...(await compare()) }, number)
    }
    return await writer.stop()
  } finally {
    await processes.close()
    await fleet.close()
  }
}

interface Answer {
  job_id?: string
  data?: { rollout_id?: number }
}

/** Starts a job over HTTP and returns the acknowledged id. */
async function order(processes: SupervisedProcesses, ability: string, input: object): Promise<number> {
  return Number((await callAbility(processes, ability, input)).job_id)
}

const callAbility = (processes: SupervisedProcesses, ability: string, input: object) =>
  callApi(processes, `POST /api/v1/abilities/svc/${ability}/run`, { input })

async function callApi({ url }: SupervisedProcesses, route: string, body: object): Promise<Answer> {
  const [method, path] = route.split(' ')
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${drillKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Every target has one outcome, the job's counts match, and no site was called more often than recorded. */
async function compareSync({ db }: SupervisedProcesses, calls: ReadonlyMap<string, number>, id: number) {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const targets = await db.selectFrom('job_targets').selectAll().where('job_id', '=', id).execute()
  const problems = targets.flatMap(({ label, state, leased_by, attempts }) => {
    const count = calls.get(label) ?? 0
    return [
      ...(state === 'succeeded' && leased_by === null ? [] : [`${label} is ${state}, leased by ${leased_by}`]),
      ...(count >= 1 && count <= attempts ? [] : [`${label} was called ${count} times in ${attempts} tries`]),
    ]
  })
  if (calls.size !== targets.length) problems.push(`${targets.length} targets, ${calls.size} sites were called`)
  if (job.succeeded !== job.total) problems.push(`the job counts ${job.succeeded} of ${job.total}`)
  return { takenOver: targets.filter(({ attempts }) => attempts > 1).length, problems }
}
