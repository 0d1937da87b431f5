import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { requireSite, type SiteRef, siteNotFound } from '../sites/index.ts'
import { effectiveSettings, globalSettings, ownSettings } from './monitor-settings.ts'
import { probe } from './probe.ts'
import { recordObservations } from './record-beats.ts'
import { notifyMonitorChanged } from './settings-store.ts'
import { isPaused } from './watch-list.ts'
import { findWatched } from './watch-store.ts'

/** Runs one check now; it counts like a scheduled one. */
export async function checkNow(context: Context, ref: SiteRef) {
  const { db, clock, settings } = context
  const { id } = await requireSite(context, ref)
  const row = await findWatched(db, id)
  if (!row) throw siteNotFound(ref)
  const effective = effectiveSettings(ownSettings(row), globalSettings(settings))
  const seen = await probe(context, row, effective)
  const paused = isPaused({ row, settings: effective })
  const { maxRetries, intervalSeconds } = effective
  const observation = { siteId: id, probe: seen, maxRetries, intervalMs: intervalSeconds * 1000, paused }
  const [recorded] = await recordObservations(db, [observation], clock.now())
  if (!recorded) throw siteNotFound(ref)
  // The process that checks this monitor must know, to repeat a failed check soon.
  await notifyMonitorChanged(db, id)
  const outcome: 'pending' | 'down' = recorded.status === 'pending' ? 'pending' : 'down'
  return {
    monitor_id: id,
    url: row.url,
    uptime_status: seen.ok ? ('up' as const) : paused ? ('down' as const) : outcome,
    last_status: paused ? ('paused' as const) : recorded.status,
    http_code: seen.code,
    ping_ms: seen.ms,
    dns_ms: seen.dnsMs,
    connect_ms: seen.connectMs,
    tls_ms: seen.tlsMs,
    first_byte_ms: seen.firstByteMs,
    msg: seen.message,
    time: isoTime(seen.at),
  }
}
