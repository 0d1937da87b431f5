import type { Database, Db } from '../../platform/database/database.ts'
import { type Announcement, announce } from '../notifications/index.ts'
import type { Beat } from './beat.ts'
import { addToHours, type HourGain, lockStates, type StateChange, type StateRow, saveStates } from './beat-store.ts'
import { hourGains } from './hour-gain.ts'
import {
  closeIncidents,
  countFurtherFailures,
  forgetStateOfPaused,
  openIncidents,
  type TurnedIncident,
} from './incident-store.ts'
import { type CheckedStatus, judge } from './judge.ts'
import type { Probe } from './probe.ts'

/** A look at a site, and by what rules it is to be judged. */
export interface Observation {
  siteId: number
  probe: Probe
  maxRetries: number
  intervalMs: number
  /** Somebody looked although the monitor rests: what was seen is shown, but judged by nobody. */
  paused: boolean
}

/** What became of a monitor. */
export interface Recorded {
  siteId: number
  status: CheckedStatus
  /** An incident began or ended. */
  turn: 'down' | 'up' | null
  /** The IP address it is known to be at. */
  address: string | null
}

/**
 * Keeps what was seen, judges it, and opens and closes incidents, all or nothing. Each site may be named once.
 * Sites that are gone meanwhile are left out.
 */
export function recordObservations(db: Database, observations: Observation[], now: Date): Promise<Recorded[]> {
  const ids = observations.map(({ siteId }) => siteId)
  return db.transaction().execute(async (trx) => {
    const states = new Map((await lockStates(trx, ids)).map((state) => [state.site_id, state]))
    const entries = observations.flatMap((observation) => {
      const before = states.get(observation.siteId)
      return before ? [enter(observation, before)] : []
    })
    await saveStates(
      trx,
      entries.map(({ after }) => after),
    )
    await addToHours(
      trx,
      entries.flatMap(({ gains }) => gains),
    )
    const opened = await openIncidents(trx, entries.filter(({ turn }) => turn === 'down').map(toIncident))
    await countFurtherFailures(
      trx,
      entries.filter(({ after, turn }) => after.status === 'down' && turn === null).map(({ after }) => after),
    )
    const closed = await closeIncidents(
      trx,
      entries
        .filter(({ turn }) => turn === 'up')
        .map(({ after }) => ({ site_id: after.site_id, at: after.checked_at! })),
      'up',
    )
    const addresses = new Map(entries.map(({ after }) => [after.site_id, after.address]))
    await announceStateChanges(trx, [...opened, ...closed], addresses, now)
    return entries.map(({ after, turn }) => ({
      siteId: after.site_id,
      status: after.status,
      turn,
      address: after.address,
    }))
  })
}

/** Monitors that rest know nothing of their sites; what they thought ends here, without a word to anybody. */
export function recordPause(db: Database, siteIds: number[], now: Date): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const changed = await forgetStateOfPaused(trx, siteIds)
    const ends = changed.map((site_id) => ({ site_id, at: now }))
    await closeIncidents(trx, ends, 'paused')
    return changed
  })
}

interface Entry {
  after: StateChange
  turn: 'down' | 'up' | null
  probe: Probe
  /** What the check adds to its hour; nothing when the monitor rests. */
  gains: HourGain[]
}

function enter({ probe, maxRetries, intervalMs, paused }: Observation, before: StateRow): Entry {
  const seen = {
    checked_at: probe.at,
    http_code: probe.code,
    response_ms: probe.ms,
    message: probe.message,
    address: probe.address ?? before.address,
  }
  if (paused) return { after: { ...before, ...seen }, turn: null, probe, gains: [] }
  const known = { ...before, failingSince: before.failing_since, checkedAt: before.checked_at }
  const { status, failures, failingSince, turn } = judge(known, probe, { maxRetries, intervalMs })
  const after = { ...before, ...seen, status, failures, failing_since: failingSince }
  return { after, turn, probe, gains: hourGains(before.site_id, [beatOf(probe, status, before.status)]) }
}

function beatOf(probe: Probe, status: CheckedStatus, before: CheckedStatus): Beat {
  return { ...probe, status: status === 'first' ? 'up' : status, turned: status !== before }
}

const toIncident = ({ after, probe }: Entry) => ({
  site_id: after.site_id,
  started_at: after.failing_since!,
  cause_code: probe.cause,
  cause: probe.message,
  down_count: after.failures,
})

async function announceStateChanges(
  trx: Db,
  incidents: TurnedIncident[],
  addresses: Map<number, string | null>,
  now: Date,
): Promise<void> {
  const announcements = incidents.map((incident): Announcement => {
    const over = incident.ended_at !== null
    const kind = over ? 'up' : incident.cause_code === 'tls_invalid' ? 'certificate' : 'down'
    return {
      key: `incident ${incident.id} ${over ? 'over' : 'begun'}`,
      kind,
      site: { id: incident.site_id, url: incident.url, name: incident.name },
      // A host that never answered is known by its name only.
      address: addresses.get(incident.site_id) ?? new URL(incident.url).hostname,
      cause: incident.cause,
      happenedAt: incident.ended_at ?? incident.started_at,
      beganAt: incident.started_at,
    }
  })
  await announce(trx, announcements, now)
}
