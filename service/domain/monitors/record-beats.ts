import { isoTime } from '../../operation/shapes.ts'
import type { Database } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { type NewEvent, publishEvents } from '../events/index.ts'
import { listSitesInMaintenance } from '../maintenance/index.ts'
import type { Beat } from './beat.ts'
import {
  addToHours,
  type Gap,
  type HourIncrement,
  insertGaps,
  lockStates,
  type StateRow,
  type StateUpdate,
  updateStates,
} from './beat-store.ts'
import { type CheckedStatus, decideStatus } from './decide-status.ts'
import { toHourIncrements } from './hour-increments.ts'
import {
  addFailures,
  type ChangedIncident,
  closeIncidents,
  insertIncidents,
  lockHeldIncidents,
  markAlarmsSent,
  reopenPausedIncidents,
  resetPausedStates,
} from './incident-store.ts'
import type { Alarm } from './monitor-table.ts'
import type { Probe } from './probe.ts'
import { gapBetween } from './uptime.ts'

/** A check result and the rules for the status decision. */
export interface Observation {
  siteId: number
  probe: Probe
  maxRetries: number
  intervalMs: number
  /** A manual check of a paused monitor: the result is shown, the status stays. */
  paused: boolean
}

/** The state of a monitor after a check. */
export interface Recorded {
  siteId: number
  status: CheckedStatus
  /** An incident began or ended. */
  stateChange: 'down' | 'up' | null
  /** The last known IP address. */
  address: string | null
}

/**
 * Stores check results, decides statuses, and opens and closes incidents in one transaction. Each site may occur once.
 * Deleted sites are left out; a check of a former address changes nothing.
 */
export function recordObservations(db: Database, observations: Observation[], now: Date): Promise<Recorded[]> {
  const ids = observations.map(({ siteId }) => siteId)
  return db.transaction().execute(async (trx) => {
    const states = new Map((await lockStates(trx, ids)).map((state) => [state.site_id, state]))
    const entries = observations.flatMap((observation) => {
      const before = states.get(observation.siteId)
      return before && !isOfFormerAddress(observation, before) ? [toEntry(observation, before)] : []
    })
    await updateStates(
      trx,
      entries.map(({ after }) => after),
    )
    await addToHours(
      trx,
      entries.flatMap(({ increments }) => increments),
    )
    await insertGaps(
      trx,
      entries.flatMap(({ gap }) => gap ?? []),
    )
    const down = entries.filter(({ stateChange }) => stateChange === 'down')
    const continued = await reopenPausedIncidents(
      trx,
      down.map(({ after }) => after),
    )
    const begun = down.filter(({ after }) => !continued.has(after.site_id))
    const inMaintenance = await listSitesInMaintenance(
      trx,
      entries.filter((entry) => begun.includes(entry) || isDegraded(entry)).map(({ after }) => after.site_id),
      now,
    )
    const opened = await insertIncidents(
      trx,
      begun.map((entry) => toIncident(entry, inMaintenance.has(entry.after.site_id) ? 'held' : 'sent')),
    )
    await addFailures(
      trx,
      entries
        .filter(({ after, stateChange, isCounted }) => isCounted && after.status === 'down' && stateChange === null)
        .map(({ after }) => after.site_id),
    )
    const closed = await closeIncidents(
      trx,
      entries
        // The first successful check after a pause ends the incident that the pause interrupted.
        .filter(({ stateChange, startedUp }) => stateChange === 'up' || startedUp)
        .map(({ after, probe }) => ({ site_id: after.site_id, at: probe.at })),
      'up',
    )
    const addresses = new Map(entries.map(({ after }) => [after.site_id, after.address]))
    const announced = [...opened, ...closed].filter(({ alarm }) => alarm === 'sent')
    await publishEvents(
      trx,
      [
        ...entries.filter(({ after }) => !inMaintenance.has(after.site_id)).flatMap(toDegraded),
        ...announced.map((incident) => toIncidentEvent(incident, addresses)),
      ],
      now,
    )
    const changed = new Map(entries.map((entry) => [entry.after.site_id, entry]))
    return [...states.values()].map((before) => {
      const { after, stateChange } = changed.get(before.site_id) ?? { after: before, stateChange: null }
      return { siteId: before.site_id, status: after.status, stateChange, address: after.address }
    })
  })
}

/**
 * Resets the status of paused monitors and ends their incidents for now, without announcing it: the first checks after the
 * pause continue or end them.
 */
export function recordPause(db: Database, siteIds: number[], now: Date): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const changed = await resetPausedStates(trx, siteIds)
    const ends = changed.map((site_id) => ({ site_id, at: now }))
    await closeIncidents(trx, ends, 'paused')
    return changed
  })
}

const maxReleased = 1_000

/** Announces incidents that began in maintenance and still last after its end. Returns their number. */
export function announceHeldIncidents(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const held = await lockHeldIncidents(trx, maxReleased)
    const inMaintenance = await listSitesInMaintenance(
      trx,
      held.map(({ site_id }) => site_id),
      now,
    )
    const due = held.filter(({ site_id }) => !inMaintenance.has(site_id))
    await markAlarmsSent(
      trx,
      due.map(({ id }) => id),
    )
    const addresses = new Map(due.map(({ site_id, address }) => [site_id, address]))
    await publishEvents(
      trx,
      due.map((incident) => toIncidentEvent(incident, addresses)),
      now,
    )
    return due.length
  })
}

const isOfFormerAddress = ({ probe }: Observation, { address_changed_at }: StateRow) =>
  address_changed_at !== null && probe.at < address_changed_at

interface Entry {
  after: StateUpdate
  stateChange: 'down' | 'up' | null
  probe: Probe
  /** What the check adds to its hour; empty while the monitor is paused. */
  increments: HourIncrement[]
  isCounted: boolean
  /** A successful check after a pause, or after failed checks that were no incident. */
  startedUp: boolean
  wasUp: boolean
  gap: Gap | null
}

function toEntry({ probe, maxRetries, intervalMs, paused }: Observation, before: StateRow): Entry {
  const seen = {
    checked_at: probe.at,
    http_code: probe.code,
    response_ms: probe.ms,
    message: probe.message,
    address: probe.address ?? before.address,
  }
  if (paused) {
    const after = { ...before, ...seen }
    return {
      after,
      stateChange: null,
      probe,
      increments: [],
      isCounted: false,
      startedUp: false,
      wasUp: false,
      gap: null,
    }
  }
  const wasReached = before.known_since !== null || before.was_connected
  const known = { ...before, failingSince: before.failing_since, checkedAt: before.checked_at, wasReached }
  const { status, failures, failingSince, stateChange } = decideStatus(known, probe, { maxRetries, intervalMs })
  const isKnown = wasReached || probe.ok
  const after = {
    ...before,
    ...seen,
    status,
    failures,
    failing_since: failingSince,
    known_since: before.known_since ?? (isKnown ? probe.at : null),
    counted_at: probe.at,
  }
  const gap = before.counted_at && before.known_since ? gapBetween(before.counted_at, probe.at, intervalMs) : null
  return {
    after,
    stateChange,
    probe,
    increments: toHourIncrements(before.site_id, [beatOf(probe, status, before.status)]),
    isCounted: true,
    startedUp: status === 'up' && (before.status === 'first' || before.status === 'pending'),
    wasUp: before.status === 'up',
    gap: gap && { site_id: before.site_id, ...gap },
  }
}

function beatOf(probe: Probe, status: CheckedStatus, before: CheckedStatus): Beat {
  // A site that was never reached is neither up nor down.
  return { ...probe, status: status === 'first' ? 'pending' : status, statusChanged: status !== before }
}

const toIncident = ({ after, probe }: Entry, alarm: Alarm) => ({
  site_id: after.site_id,
  started_at: present(after.failing_since, 'the first failed check of a site that is down'),
  cause_code: probe.cause,
  cause: probe.message,
  down_count: after.failures,
  alarm,
})

/** The first failed check of a site that was up. */
const isDegraded = ({ after, wasUp }: Entry) => wasUp && after.status === 'pending'

function toDegraded(entry: Entry): NewEvent[] {
  if (!isDegraded(entry)) return []
  const { after, probe } = entry
  const data = { address: after.address ?? '', cause: probe.message, began_at: isoTime(probe.at) }
  return [{ type: 'monitor.degraded', siteId: after.site_id, happenedAt: probe.at, data }]
}

/** The IP address of a host that never answered is unknown. */
const addressOf = ({ site_id, url }: ChangedIncident, addresses: ReadonlyMap<number, string | null>) =>
  addresses.get(site_id) ?? new URL(url).hostname

function toIncidentEvent(incident: ChangedIncident, addresses: ReadonlyMap<number, string | null>): NewEvent {
  const { id, site_id: siteId, started_at, ended_at, cause_code, cause } = incident
  const address = addressOf(incident, addresses)
  const data = { incident_id: id, address, cause_code, cause, began_at: isoTime(started_at) }
  return ended_at === null
    ? { type: 'monitor.down', siteId, happenedAt: started_at, data }
    : { type: 'monitor.up', siteId, happenedAt: ended_at, data: { ...data, ended_at: isoTime(ended_at) } }
}
