import { seedSites } from '../../service/testing/seed-sites.ts'
import { startFleetProcess, type Visit } from '../monitors/fleet-process.ts'
import { drillKey } from './key-writer.ts'
import { openStage, victims } from './stage.ts'
import { startSteadyWriter } from './steady-writer.ts'

export interface Outcome {
  kills: number
  /** Writes to the api that were acknowledged meanwhile; all of them are there, else it is a problem. */
  acknowledged: number
  /** The longest time from a kill to the next write that was acknowledged. */
  readyAfterMs: number
  checks: number
  /** The longest time a site was not looked at. */
  longestGapMs: number
  /** Looks at a site that came too soon after the one before. A check that died with its worker is rightly made again. */
  doubles: number
  problems: string[]
}

const intervalSeconds = 30
const betweenKillsSeconds = 10
const monitors = 300
// The others take over when the lease of the dead one has run out; then what is due is made up for.
const patienceMs = (intervalSeconds + 6 + 10) * 1000

/** Three workers share the monitors; again and again one of them, the database or the api dies and comes back. */
export async function killDuringMonitoring(dataDir: string, kills: number): Promise<Outcome> {
  const stage = await openStage(dataDir, 3)
  const fleet = await startFleetProcess(monitors)
  try {
    const { db } = stage
    const alone = { connection: 'never' as const, private_key: null }
    await seedSites(db, monitors, (number) => ({ ...alone, url: fleet.urls[number - 1]! }))
    await watchEverything(stage)
    await wait(intervalSeconds)
    await fleet.visits()
    const writer = startSteadyWriter(stage.url)
    const began = Date.now()
    let readyAfterMs = 0
    for (let kill = 0; kill < kills; kill++) {
      const [ready] = await Promise.all([writer.untilAcknowledged(), stage.kill(victims[kill % victims.length]!)])
      readyAfterMs = Math.max(readyAfterMs, ready)
      // At a moment of chance within the round of checks.
      await wait(betweenKillsSeconds * (0.5 + Math.random()))
    }
    await wait(intervalSeconds)
    const { acknowledged, lost } = await writer.stop()
    const judged = judge(await fleet.visits(), began, Date.now())
    const problems = [...judged.problems, ...lost.map((name) => `${name} was acknowledged and is not there`)]
    return { kills, acknowledged, readyAfterMs, ...judged, problems }
  } finally {
    await stage.close()
    fleet.stop()
  }
}

/** The api takes the settings and tells the workers. */
async function watchEverything({ url }: { url: string }): Promise<void> {
  const answer = await fetch(`${url}/api/v2/settings/monitoring/edit`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${drillKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      svc_uptime_monitoring_active: 1,
      svc_uptime_monitoring_interval: `${intervalSeconds}s`,
      svc_uptime_monitoring_timeout: '5s',
    }),
  })
  if (!answer.ok) throw new Error(`The settings were not taken: ${await answer.text()}`)
}

function judge(
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
    // Between two looks, not at the edges of what we watched.
    doubles += gaps.slice(1, -1).filter((gap) => gap < (intervalSeconds * 1000) / 2).length
    if (longest > patienceMs) problems.push(`site ${site} was not looked at for ${longest} ms`)
  }
  return { checks: visits.length, longestGapMs, doubles, problems }
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
