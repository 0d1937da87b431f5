import { startDatabasePair } from './database-pair.ts'
import { killedDuringRollout, killedDuringSync, killedDuringUpdates } from './killed-during-jobs.ts'
import { type Print, reportRounds } from './rounds.ts'
import { startSupervised, type Victim } from './supervised-processes.ts'

const masterKey = 'a master key for the drill that is long enough'

/**
 * A primary and a synchronous standby server. The primary, a worker and the api are killed during writes, syncs, updates and a
 * rollout; each time the primary dies, the standby server is promoted at once.
 */
export async function failOver(
  print: Print,
  dataDir: string,
  plan: { sites: number; rounds: number },
): Promise<string[]> {
  const problems: string[] = []
  // The database is the first, so that a single round kills it.
  const kills: readonly Victim[] = ['api', 'database', 'worker']
  for (const [what, runDrill, sites] of [
    ['syncs', killedDuringSync, plan.sites],
    ['updates', killedDuringUpdates, Math.ceil(plan.sites / 4)],
    ['a rollout', killedDuringRollout, Math.ceil(plan.sites / 4)],
  ] as const) {
    const folder = `${dataDir}/${what.replace(' ', '-')}`
    const found = await reportRounds((line) => print(`${what}, ${line}`), runDrill, {
      dataDir: folder,
      sites,
      rounds: plan.rounds,
      kills,
      async start() {
        const pair = await startDatabasePair(folder)
        return startSupervised(folder, 2, {
          environment: { DATABASE_URL: pair.url, MASTER_KEY: masterKey },
          kill: pair.failOver,
          close: pair.close,
        })
      },
    })
    problems.push(...found.map((problem) => `${what}: ${problem}`))
  }
  return problems
}
