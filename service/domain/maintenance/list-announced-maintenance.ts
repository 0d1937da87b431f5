import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { describePeriod, type MaintenancePeriod } from './maintenance-window.ts'
import { listPeriods } from './period-store.ts'

/** Maintenance that takes place now or begins within a day, for callers who may read monitors. */
export async function listAnnouncedMaintenance(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  max: number,
): Promise<{ total: number; items: z.input<typeof MaintenancePeriod>[] }> {
  if (!hasPermission(actor, 'monitors.read')) return { total: 0, items: [] }
  const filter = { when: 'announced' as const, siteId: null, limits: actor.limits, now: clock.now() }
  const { rows, total } = await listPeriods(db, filter, { page: 1, perPage: max })
  return { total, items: rows.map(describePeriod) }
}
