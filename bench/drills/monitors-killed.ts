import { seedSites } from '../../service/testing/seed-sites.ts'
import { startFleetProcess, type Visit } from '../monitors/fleet-process.ts'
import { drillKey } from './key-writer.ts'
import { startSteadyWriter } from './steady-writer.ts'
import { startSupervised, victims } from './supervised-processes.ts'

export interface Outcome {
  kills: number
  /** Writes to the api that were acknowledged meanwhile; a missing one is a problem. */
  acknowledged: number
  /** The longest time from a kill to the next acknowledged write. */
  readyAfterMs: number
  checks: number
  /** The longest time between two checks of a site. */
  longestGapMs: number
  /** Checks of a site that followed too soon. A check that died with its worker is correctly repeated. */
  doubles: number
  problems: string[]
}

const intervalSeconds = 30
const betweenKillsSeconds = 10
const monitors = 300
// The others take over when the lease of the dead process has expired; then they run the overdue checks.
const timeoutMs = (intervalSeconds + 6 + 10) * 1000

/** Three workers share the monitors; one of them, the database or the api is killed and restarted repeatedly. */
export async function killDuringMonitoring(dataDir: string, kills: number): Promise<Outcome> {
  const processes = await startSupervised(dataDir, 3)
  const fleet = await startFleetProcess(monitors)
  try {
    const { db } = processes
    const alone = { connection: 'never' as const, private_key: null }
    await seedSites(db, monitors, (number) => ({ ...alone, url: fleet.urls[number - 1]! }))
    await watchEverything(processes)
    await wait(intervalSeconds)
    await fleet.visits()
    const writer = startSteadyWriter(processes.url)
    const began = Date.now()
    let readyAfterMs = 0
    for (let kill = 0; kill < kills; kill++) {
      const ready = await writer.untilWritten((onDead) => processes.kill(victims[kill % victims.length]!, onDead))
      readyAfterMs = Math.max(readyAfterMs, ready)
      // At a random time within the interval.
      await wait(betweenKillsSeconds * (0.5 + Math.random()))
    }
    await wait(intervalSeconds)
    const { acknowledged, lost } = await writer.stop()
    const evaluated = evaluateVisits(await fleet.visits(), began, Date.now())
    const problems = [...evaluated.problems, ...lost.map((name) => `${name} was acknowledged and is missing`)]
    return { kills, acknowledged, readyAfterMs, ...evaluated, problems }
  } finally {
    await processes.close()
    fleet.stop()
  }
}

/** The api stores the settings and notifies the workers. */
async function watchEverything({ url }: { url: string }): Promise<void> {
  const answer = await fetch(`${url}/api/v2/settings/monitoring/edit`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${drillKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      svc_uptime_monitoring_active: 1,
      svc_uptime_monitoring_interval_seconds: intervalSeconds,
      svc_uptime_monitoring_timeout: '5s',
    }),
  })
  if (!answer.ok) throw new Error(`The settings were refused: ${await answer.text()}`)
}

function evaluateVisits(
  visits: Visit[],
  began: number,
  ended: number,
): Pick<Outcome, 'checks' | 'longestGapMs' | 'doubles' | 'problems'> {
  const bySite = Map.groupBy(visits, ([site]) => site)
  const problems: string[] = []
  let [longestGapMs, doubles] = [0, 0]
  for (let site = 1; site <= monitors; site++) {
    const times = [began, ...(bySite.get(site) ?? []).map(([, at]) => at), ended]
    const gaps = times.slice(1).map((at, index) => at - times[index]!)
    const longest = Math.max(...gaps)
    longestGapMs = Math.max(longestGapMs, longest)
    // Between two checks, not at the ends of the observed time.
    doubles += gaps.slice(1, -1).filter((gap) => gap < (intervalSeconds * 1000) / 2).length
    if (longest > timeoutMs) problems.push(`site ${site} was not checked for ${longest} ms`)
  }
  return { checks: visits.length, longestGapMs, doubles, problems }
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
