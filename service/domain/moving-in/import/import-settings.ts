import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertMovedCosts } from '../../costs/index.ts'
import { importMonitorSettings } from '../../monitors/index.ts'
import { importIgnoreRules } from '../../updates/index.ts'
import type { Decision } from './decide.ts'
import { type MoveInRow, pagesOfContent } from './move-in-store.ts'
import {
  type CostContent,
  type CostTargetContent,
  everySite,
  type IgnoredContent,
  type MonitorContent,
} from './read-settings-rows.ts'

type Ids = ReadonlyMap<number, number>

interface Importing {
  trx: Db
  context: Pick<Context, 'secrets' | 'clock' | 'actor'>
  moveIn: MoveInRow
  now: Date
}

/** Settings of monitors, for the sites that were created; others keep theirs. */
export async function importMonitors({ trx, context, moveIn }: Importing, created: Ids): Promise<void> {
  for await (const page of pagesOfContent<MonitorContent>(trx, context.secrets, moveIn.id, 'monitor')) {
    const monitors = page.flatMap(({ oldId, content }) => {
      const siteId = created.get(oldId)
      return siteId === undefined ? [] : [{ siteId, given: content.given }]
    })
    await importMonitorSettings(trx, monitors)
  }
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
