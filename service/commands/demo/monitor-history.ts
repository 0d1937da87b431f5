import { randomFrom } from '../../../simulator/index.ts'
import { type Beat, type PastIncident, writeHistory } from '../../domain/monitors/index.ts'
import { type DemoContext, type DemoSite, forEachConcurrently } from './demo-context.ts'
import { type Outage, outagesOf } from './outages.ts'

const minute = 60_000
const days = 60

/** Minutes between two checks; larger for older days, to save time. */
const spacing = [
  { untilDaysAgo: 31, minutes: 60 },
  { untilDaysAgo: 2, minutes: 10 },
  { untilDaysAgo: 0, minutes: 5 },
]

/** Two months of checks, as if the monitors had run all the time. */
export async function writeMonitorHistory({ db, run, clock, sites }: DemoContext): Promise<void> {
  const past: { siteId: number; incident: PastIncident }[] = []
  await forEachConcurrently(
    sites,
    async (demo) => {
      const outages = outagesOf(demo.role, clock)
      for (const { endedAt, ...outage } of outages)
        if (endedAt) past.push({ siteId: demo.id, incident: toIncident({ ...outage, endedAt }) })
      await writeHistory(db, demo.id, beatsOf(demo, outages, clock.daysAgo(days), clock.daysAgo(0)), [])
    },
    2,
  )
  // In chronological order, so that ids are in that order too.
  past.sort((one, other) => one.incident.startedAt.getTime() - other.incident.startedAt.getTime())
  for (const { siteId, incident } of past) await writeHistory(db, siteId, [], [incident])
  await run('roll-up-heartbeats', {})
  await run('compute-uptimes', {})
}

const toIncident = ({ startedAt, endedAt, cause }: Outage & { endedAt: Date }): PastIncident => {
  const downCount = Math.max(2, Math.round((endedAt.getTime() - startedAt.getTime()) / (5 * minute)))
  return { startedAt, endedAt, cause, downCount }
}

function beatsOf({ site, role }: DemoSite, outages: readonly Outage[], from: Date, until: Date): Beat[] {
  const random = randomFrom('demo', 'beats', site.hostname)
  const typicalMs = 60 + (site.frontPage.delay ?? 40) * 1.6 + random.below(90)
  // Suspended sites are not checked.
  const end = role === 'suspended' ? until.getTime() - 9 * 24 * 60 * minute : until.getTime() - 3 * minute
  const beats: Beat[] = []
  let before: Beat['status'] = 'up'
  let at = from.getTime() + random.below(5 * minute)
  while (at < end) {
    const outage = outages.find(({ startedAt, endedAt }) => at >= +startedAt && at < +(endedAt ?? until))
    const beat = outage ? failed(outage) : answered(typicalMs, at, random.next(), random.next())
    beats.push({ ...beat, at: new Date(at), statusChanged: beat.status !== before })
    before = beat.status
    const daysAgo = (until.getTime() - at) / (24 * 60 * minute)
    at += (spacing.find(({ untilDaysAgo }) => daysAgo > untilDaysAgo)?.minutes ?? 1) * minute
  }
  return beats
}

const failed = ({ code, cause }: Outage) => ({
  status: 'down' as const,
  code,
  ms: code === 0 ? 2 : 45,
  dnsMs: 0,
  connectMs: 0,
  tlsMs: 0,
  firstByteMs: 0,
  message: cause,
})

/** Slower at noon than at night, with random variation and rare peaks. */
function answered(typicalMs: number, at: number, chance: number, rare: number) {
  const noon = Math.max(0, Math.sin(((at / 3_600_000 - 5) / 24) * 2 * Math.PI))
  const ms = Math.round(typicalMs * (0.85 + 0.3 * noon + 0.3 * chance) * (rare < 0.004 ? 4 + 6 * chance : 1))
  const [dnsMs, connectMs, tlsMs] = [2, Math.round(ms * 0.08), Math.round(ms * 0.14)]
  return {
    status: 'up' as const,
    code: 200,
    ms,
    dnsMs,
    connectMs,
    tlsMs,
    firstByteMs: Math.round(ms * 0.6),
    message: '',
  }
}
