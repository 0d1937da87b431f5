import type { Context } from '../../operation/context.ts'
import { listSitesOfViews } from '../views/index.ts'
import { listWindowedViews } from './policy-store.ts'

/** The views of policies that each of these sites is in. One query per view; there are at most a hundred with a policy. */
export async function findViewsOfSites(
  context: Pick<Context, 'db' | 'settings' | 'clock'>,
  viewIds: readonly number[],
  siteIds: readonly number[],
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  if (viewIds.length === 0 || siteIds.length === 0) return found
  for (const [viewId, sites] of await listSitesOfViews(context, viewIds, siteIds))
    for (const id of sites) found.set(id, [...(found.get(id) ?? []), viewId])
  return found
}

/** The sites of the views whose policy has windows. */
export async function listSitesOfWindowedViews(context: Pick<Context, 'db' | 'settings' | 'clock'>): Promise<number[]> {
  const sites = await listSitesOfViews(context, await listWindowedViews(context.db), [])
  return [...new Set([...sites.values()].flat())]
}
