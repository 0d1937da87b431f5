import type { Context } from '../../operation/context.ts'
import { readExpectedRefusals } from '../guard/index.ts'
import type { NamedSite } from '../sites/index.ts'
import { coreIsNotGuarded, describeGuardOff, type SitePolicies } from '../update-policies/index.ts'
import { findVulnerableVersions, versionKey } from '../vulnerabilities/index.ts'
import type { PlannedItem } from './rollout.ts'

export interface UnguardedItem extends Pick<PlannedItem, 'type' | 'slug' | 'name'> {
  siteId: number
  siteName: string
  siteUrl: string
  /** Its policy or the rollout requires a guard, so it is not installed. */
  isLeftOut: boolean
  message: string
}

/** Items of a plan that a guard would probably not bring back, with the reason; from stored data, no site is called. */
export async function listUnguarded(
  context: Context,
  planned: ReadonlyMap<number, readonly PlannedItem[]>,
  policies: SitePolicies,
  sites: ReadonlyMap<number, NamedSite>,
): Promise<UnguardedItem[]> {
  const findRefusal = await readExpectedRefusals(context, [...planned.keys()])
  const versions = [...planned.values()].flatMap((items) =>
    items.flatMap(({ type, slug, from: version }) =>
      (type === 'plugin' || type === 'theme') && version !== '' ? [{ type, slug, version }] : [],
    ),
  )
  const distinct = [...new Map(versions.map((version) => [versionKey(version), version])).values()]
  const vulnerable = await findVulnerableVersions(context.db, distinct)
  return [...planned].flatMap(([siteId, items]) =>
    items.flatMap((item): UnguardedItem[] => {
      const { type, slug, name, from } = item
      const guard = policies.of(siteId, item)?.guard
      const site = sites.get(siteId)
      const base = { type, slug, name, siteId, siteName: site?.name ?? '', siteUrl: site?.url ?? '' }
      // Otherwise the plan says once that WordPress has no way back.
      if (type === 'core' && guard?.value === 'required')
        return [{ ...base, isLeftOut: true, message: coreIsNotGuarded }]
      if (type !== 'plugin' && type !== 'theme') return []
      const message =
        (guard && describeGuardOff(guard)) ??
        findRefusal(siteId, item)?.message ??
        (vulnerable.has(versionKey({ type, slug, version: from })) ? describeVulnerable(type, from) : null)
      if (message === null) return []
      const isLeftOut = guard?.value === 'required' && findRefusal(siteId, item) !== null
      return [{ ...base, isLeftOut, message }]
    }),
  )
}

const describeVulnerable = (type: 'plugin' | 'theme', version: string) =>
  type === 'plugin'
    ? `Version ${version} has a known vulnerability: a failed update is deactivated, not rolled back.`
    : `Version ${version} has a known vulnerability: a failed update is not rolled back.`

const maxListed = 200

/** As a part of the answer to a dry run. */
export const showUnguarded = (items: readonly UnguardedItem[]) => ({
  unguarded: items.slice(0, maxListed).map(({ siteId, siteName, siteUrl, isLeftOut, ...item }) => {
    return { site_id: siteId, site_name: siteName, site_url: siteUrl, ...item, is_left_out: isLeftOut }
  }),
  unguarded_total: items.length,
})
