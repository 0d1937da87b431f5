import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { type Fleet, type FleetOptions, type Site, startFleet } from '../../simulator/index.ts'
import { progressOf, until } from './job-under-way.ts'
import { drillKey } from './key-writer.ts'
import { openStage, type Stage, type Victim, victims } from './stage.ts'
import { startSteadyWriter } from './steady-writer.ts'
import { compareWithFleet, furnish } from './updates-on-sites.ts'

export interface Round {
  victim: Victim
  /** How far the job was when it happened. */
  processed: number
  /** Targets that somebody began and somebody else finished. */
  takenOver: number
  /** From the kill to the first write that the api acknowledged. */
  readyAfterMs: number
  doneAfterMs: number
  /** What does not agree: must be none. */
  problems: string[]
}

interface Plan {
  dataDir: string
  sites: number
  rounds: number
  says(round: Round, number: number): void
}

/** What surrounds the rounds: writes that were acknowledged meanwhile must be there in the end. */
interface Rounds {
  acknowledged: number
  lost: string[]
}

// Real sites need a moment; without it the kill would find nothing under way.
const slowness = 300

/** The same in every round: faults of one kind add up, and each round would be slower than the one before. */
async function slowDown(site: Site): Promise<void> {
  await site.behave('slow')
  site.misbehave('slow', { on: 'stats', delay: slowness })
}

/** The whole fleet is synced again and again; each time something dies at a moment of chance. */
export function killedDuringSync(plan: Plan): Promise<Rounds> {
  const asked = new Map<string, number>()
  const options = {
    payload: 8_000,
    baseAddress: '127.17.0.1',
    onCall: ({ url }: Site, name: string) => void (name === 'stats' && asked.set(url, (asked.get(url) ?? 0) + 1)),
  }
  return playRounds(plan, options, async ({ stage, fleet }) => {
    for (const site of fleet.sites) await slowDown(site)
    asked.clear()
    const job = await order(stage, 'sync-sites-v1', {})
    return { job, compare: () => compareSync(stage, asked, job) }
  })
}

/** Everything is updated on every site, with sites that fail, roll back and lie; each time something dies. */
export function killedDuringUpdates(plan: Plan): Promise<Rounds> {
  const calls = new Map<number, string[]>()
  const options = {
    payload: 6_000,
    baseAddress: '127.18.0.1',
    updateDuration: slowness,
    onCall: ({ index }: Site, name: string) => void calls.set(index, [...(calls.get(index) ?? []), name]),
  }
  return playRounds(plan, options, async ({ stage, fleet }) => {
    for (const site of fleet.sites) {
      furnish(site)
      site.books.forget()
    }
    await ask(stage, 'sync-sites-v1', {})
    calls.clear()
    const job = await order(stage, 'run-updates-v1', { background: true })
    return { job, compare: () => compareWithFleet(stage.db, fleet, job, calls) }
  })
}

interface Begun {
  job: number
  compare(): Promise<{ takenOver: number; problems: string[] }>
}

async function playRounds(
  { dataDir, sites, rounds, says }: Plan,
  options: Omit<FleetOptions, 'sites'>,
  begin: (world: { stage: Stage; fleet: Fleet }) => Promise<Begun>,
): Promise<Rounds> {
  const stage = await openStage(dataDir, 2)
  const fleet = await startFleet({ ...options, sites })
  try {
    await seedConnectedFleet(stage, fleet)
    const writer = startSteadyWriter(stage.url)
    for (let number = 1; number <= rounds; number++) {
      const victim = victims[number % victims.length]!
      const { job, compare } = await begin({ stage, fleet })
      const moment = Math.floor(Math.random() * sites * 0.8)
      await until(async () => (await progressOf(stage, job)).processed >= moment)
      const { processed } = await progressOf(stage, job)
      const killedAt = performance.now()
      const [readyAfterMs] = await Promise.all([writer.untilAcknowledged(), stage.kill(victim)])
      await until(async () => (await progressOf(stage, job)).completed)
      const doneAfterMs = Math.round(performance.now() - killedAt)
      says({ victim, processed, readyAfterMs, doneAfterMs, ...(await compare()) }, number)
    }
    return await writer.stop()
  } finally {
    await stage.close()
    await fleet.close()
  }
}

/** Orders a job over HTTP: acknowledged is what the api said. */
async function order(stage: Stage, ability: string, input: object): Promise<number> {
  return Number((await ask(stage, ability, input)).job_id)
}

async function ask({ url }: Stage, ability: string, input: object): Promise<{ job_id?: string }> {
  const answer = await fetch(`${url}/api/v1/abilities/svc/${ability}/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${drillKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input }),
  })
  if (!answer.ok) throw new Error(`${ability} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { job_id?: string }
}

/** Every target has one outcome, the job's counts are theirs, and no site was asked more often than we believe. */
async function compareSync({ db }: Stage, asked: ReadonlyMap<string, number>, id: number) {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const targets = await db.selectFrom('job_targets').selectAll().where('job_id', '=', id).execute()
  const problems = targets.flatMap(({ label, state, leased_by, attempts }) => {
    const calls = asked.get(label) ?? 0
    return [
      ...(state === 'succeeded' && leased_by === null ? [] : [`${label} is ${state}, leased by ${leased_by}`]),
      ...(calls >= 1 && calls <= attempts ? [] : [`${label} was asked ${calls} times in ${attempts} tries`]),
    ]
  })
  if (asked.size !== targets.length) problems.push(`${targets.length} targets, ${asked.size} sites were asked`)
  if (job.succeeded !== job.total) problems.push(`the job counts ${job.succeeded} of ${job.total}`)
  return { takenOver: targets.filter(({ attempts }) => attempts > 1).length, problems }
}
