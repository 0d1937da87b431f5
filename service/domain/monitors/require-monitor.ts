import type { Context } from '../../operation/context.ts'
import { requireSite, type SiteRef, siteNotFound } from '../sites/index.ts'
import { findMonitor, type MonitorRow } from './monitor-list-store.ts'
import { monitorRules } from './monitor-settings.ts'

/** Finds the monitor by site id or address; throws not found outside the caller's limits. */
export async function requireMonitor(
  context: Pick<Context, 'db' | 'actor' | 'settings' | 'clock'>,
  ref: SiteRef,
): Promise<MonitorRow> {
  const { id } = await requireSite(context, ref)
  const monitor = await findMonitor(context.db, id, monitorRules(context))
  // The site may have been deleted in between.
  if (!monitor) throw siteNotFound(ref)
  return monitor
}
