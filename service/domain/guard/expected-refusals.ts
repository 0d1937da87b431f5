import type { Context } from '../../operation/context.ts'
import { canBeGuarded } from '../../platform/connector/guard/build-guard-call.ts'
import { listSitesWithoutGuard } from '../update-policies/index.ts'
import { describeRefusal, type GuardRefusalReason, toRefusalReason } from './guard.ts'
import { listRefusedGuards } from './guard-store.ts'

interface PlannedItem {
  type: string
  slug: string
  from: string
}

/** Returns why an item of a site can probably not be guarded; null if nothing speaks against it. */
export type FindRefusal = (siteId: number, item: PlannedItem) => { reason: GuardRefusalReason; message: string } | null

const siteReasons = ['snippets_forbidden', 'not_writable'] as const
const itemReasons = ['symlink', 'outside_folder', 'too_large'] as const
const rememberedMs = 90 * 86_400_000

/** Foresees refusals from what sites answered before; no site is called. */
export async function readExpectedRefusals(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  siteIds: readonly number[],
): Promise<FindRefusal> {
  const since = new Date(clock.now().getTime() - rememberedMs)
  const [off, known] = await Promise.all([
    listSitesWithoutGuard(db, siteIds),
    listRefusedGuards(db, siteIds, { since, reasons: itemReasons, siteReasons }),
  ])
  const keyOf = (siteId: number, { type, slug }: { type: string; slug: string }) => `${siteId} ${type} ${slug}`
  const ofSite = new Map(known.flatMap((row) => (row.whole_site ? [[row.site_id, row.reason]] : [])))
  const ofItem = new Map(known.map((row) => [keyOf(row.site_id, row), row.reason]))
  return (siteId, item) => {
    const { type, slug, from: version } = item
    if (type !== 'plugin' && type !== 'theme') return null
    const before = ofSite.get(siteId) ?? ofItem.get(keyOf(siteId, item))
    const reason: GuardRefusalReason | null = off.has(siteId)
      ? 'switched_off'
      : !canBeGuarded({ type, slug, version })
        ? 'unsupported_item'
        : before
          ? toRefusalReason(before)
          : null
    return reason && { reason, message: describeRefusal(reason) }
  }
}
