import type { z } from 'zod'
import type { IncidentRow } from './incident-store.ts'
import type { Incident } from './monitor.ts'

export function describeIncident(row: IncidentRow, now: Date): z.input<typeof Incident> {
  const { id, started_at, ended_at, ended_by, cause, cause_code, down_count, alarm, unmonitored_seconds } = row
  const duration_sec = Math.max(0, Math.round(((ended_at ?? now).getTime() - started_at.getTime()) / 1000))
  return {
    id,
    status: ended_at === null ? 'down' : 'resolved',
    started_at: plainTime(started_at),
    ended_at: ended_at === null ? null : plainTime(ended_at),
    ended_by,
    duration_sec,
    downtime_sec: Math.max(0, Math.round(duration_sec - unmonitored_seconds)),
    cause,
    cause_code,
    down_count,
    resolved: ended_at !== null,
    alarm,
  }
}

/** `2026-11-15 09:00:00`, in UTC. */
const plainTime = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
