import type { Context } from '../../operation/context.ts'
import { requireSite, type SiteRef, siteNotFound } from '../sites/index.ts'
import { findMonitor, type MonitorRow } from './monitor-list-store.ts'
import { globalSettings } from './monitor-settings.ts'

/** The monitor of the site with that number or address; outside the caller's limits there is none. */
export async function requireMonitor(
  context: Pick<Context, 'db' | 'actor' | 'settings'>,
  ref: SiteRef,
): Promise<MonitorRow> {
  const { id } = await requireSite(context, ref)
  const monitor = await findMonitor(context.db, id, globalSettings(context.settings).active)
  // The site may have been deleted a moment ago.
  if (!monitor) throw siteNotFound(ref)
  return monitor
}
