import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertMovedCosts } from '../../costs/index.ts'
import { importMonitorSettings, monitorRules } from '../../monitors/index.ts'
import { importIgnoreRules } from '../../updates/index.ts'
import type { Decision } from './decide.ts'
import { openSourceSettings } from './move-in-record.ts'
import { listRecordHeads, type MoveInRow, pagesOfContent } from './move-in-store.ts'
import {
  type CostContent,
  type CostTargetContent,
  everySite,
  type IgnoredContent,
  type MonitorContent,
  monitorLabels,
} from './read-settings-rows.ts'

type Ids = ReadonlyMap<number, number>

interface Importing {
  trx: Db
  context: Pick<Context, 'secrets' | 'clock' | 'actor' | 'settings'>
  moveIn: MoveInRow
  now: Date
}

/**
 * Settings of monitors, for the sites that were created; others keep theirs. A site that was not monitored there is not monitored
 * here, whatever the setting for all monitors is here.
 */
export async function importMonitors({ trx, context, moveIn }: Importing, created: Ids): Promise<void> {
  const { isMonitoredByDefault } = openSourceSettings(moveIn.settings)
  const off = { active: false }
  const interval = movedInterval(context, moveIn)
  const byDefault = interval === null ? {} : { interval }
  const withoutMonitor = new Set(created.values())
  for await (const page of pagesOfContent<MonitorContent>(trx, context.secrets, moveIn.id, 'monitor')) {
    const monitors = page.flatMap(({ oldId, content: { given } }) => {
      const siteId = created.get(oldId)
      if (siteId === undefined) return []
      withoutMonitor.delete(siteId)
      const own = given.interval === undefined ? { ...given, ...byDefault } : given
      return [{ siteId, given: own.active === undefined && !isMonitoredByDefault ? { ...own, ...off } : own }]
    })
    await importMonitorSettings(trx, monitors)
  }
  const others = [...withoutMonitor].map((siteId) => ({ siteId, given: off }))
  await importMonitorSettings(trx, others)
}

/**
 * In minutes: monitors that follow the interval of all monitors there get it as their own. Null where it is not known, or the same
 * here, so that they follow the setting here.
 */
export function movedInterval(context: Pick<Context, 'settings' | 'clock'>, moveIn: MoveInRow): number | null {
  const { monitorMinutes } = openSourceSettings(moveIn.settings)
  return monitorMinutes === null || monitorMinutes * 60 === monitorRules(context).monitorSeconds ? null : monitorMinutes
}

/** The setting for all monitors of this installation. */
export const isMonitoringOn = (settings: Context['settings']): boolean =>
  settings.get('monitoring').svc_uptime_monitoring_active === 1

/** How many of the created sites would be monitored; `isActiveHere`: the setting for all monitors of this installation. */
export async function countMonitoredSites(
  db: Db,
  moveIn: MoveInRow,
  sites: readonly Decision[],
  isActiveHere: boolean,
): Promise<{ on: number; off: number }> {
  const { isMonitoredByDefault } = openSourceSettings(moveIn.settings)
  const heads = await listRecordHeads(db, moveIn.id, 'monitor')
  const states = new Map(heads.map(({ old_id, label }) => [old_id, label]))
  const isOn = ({ oldId }: Decision) => {
    const state = states.get(oldId)
    return state === monitorLabels.on || (state === monitorLabels.byDefault && isMonitoredByDefault && isActiveHere)
  }
  const created = sites.filter(({ action }) => action === 'create')
  const on = created.filter(isOn).length
  return { on, off: created.length - on }
}

/** Rules of the sites that were created, and rules for every site. */
export async function importIgnored({ trx, context, moveIn, now }: Importing, created: Ids): Promise<void> {
  for await (const page of pagesOfContent<IgnoredContent>(trx, context.secrets, moveIn.id, 'ignored')) {
    const rules = page.flatMap(({ oldId, content: { type, slug, version } }) => {
      const siteId = oldId === everySite ? null : created.get(oldId)
      return siteId === undefined ? [] : [{ siteId, type, slugs: slug === null ? [] : [slug], version }]
    })
    await importIgnoreRules(trx, rules, { at: now, by: context.actor.name })
  }
}

export interface IdsHere {
  sites: Ids
  tags: Ids
  clients: Ids
  costs: Ids
}

const listsOf = ({ sites, tags, clients }: Record<CostTargetContent['kind'], Set<number>>) => ({
  ...{ sites: [...sites], tags: [...tags], clients: [...clients] },
})

export async function importMovedCosts(
  { trx, context, moveIn, now }: Importing,
  decisions: Decision[],
  ids: IdsHere,
): Promise<void> {
  const targets = new Map<number, Record<CostTargetContent['kind'], Set<number>>>()
  const targetsOf = (oldCostId: number) => {
    const known = targets.get(oldCostId) ?? { sites: new Set(), tags: new Set(), clients: new Set() }
    targets.set(oldCostId, known)
    return known
  }
  for await (const page of pagesOfContent<CostTargetContent>(trx, context.secrets, moveIn.id, 'cost-target'))
    for (const { oldId, content } of page) {
      const id = ids[content.kind].get(content.oldTargetId)
      if (id !== undefined) targetsOf(oldId)[content.kind].add(id)
    }
  const created = new Set(decisions.filter(({ action }) => action === 'create').map(({ position }) => position))
  for await (const page of pagesOfContent<CostContent>(trx, context.secrets, moveIn.id, 'cost')) {
    const costs = page.flatMap(({ oldId, position, content }) => {
      const id = ids.costs.get(oldId)
      return id !== undefined && created.has(position) ? [{ id, ...content, targets: listsOf(targetsOf(oldId)) }] : []
    })
    await insertMovedCosts(trx, costs, now)
  }
}
