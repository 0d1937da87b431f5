import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { findVulnerableItems, isInRange } from '../vulnerabilities/index.ts'
import {
  type EffectivePolicy,
  effectivePolicy,
  type PolicyItem,
  type PolicySite,
  type ScopedPolicy,
} from './effective-policy.ts'
import { type ExplainedSite, type ExplainedUpdate, type Explanation, explainUpdate } from './explain-update.ts'
import { fleetPolicy } from './fleet-policy.ts'
import {
  findFailedReleases,
  findFailuresOnSites,
  findHeldReleases,
  type Release,
  releaseKey,
} from './held-release-store.ts'
import { findOpenSteps } from './open-step-store.ts'
import { defaultSecurityWaves, type ReleaseLevel, type SecurityWave } from './policy.ts'
import { hasAutomaticSecurity, listPolicies, listPolicySites } from './policy-store.ts'
import { describeFailures } from './release-failures.ts'
import { findViewsOfSites } from './view-sites.ts'

/** An available update, with the step from the installed version. */
export interface ExplainableUpdate extends ExplainedUpdate {
  site_id: number
  step: 'major' | 'minor' | 'patch' | 'unknown'
}

export interface SitePolicies {
  site(siteId: number): (PolicySite & ExplainedSite) | undefined
  of(siteId: number, item: PolicyItem | null): EffectivePolicy | undefined
  /** Undefined for a site that does not exist. */
  explain(update: ExplainableUpdate, now: Date): Explanation | undefined
  levelOf(update: ExplainableUpdate): ReleaseLevel
  /** What became of this release on any site, as a sentence; null: nothing bad. */
  failuresOf(release: Release): string | null
  /** False when only the policy of the fleet applies. */
  hasSpecific: boolean
  holdAfter: number
}

/**
 * Everything that decides about updates of these sites, with a few queries for any number of sites. With an item, `explain` and
 * `levelOf` answer for it alone.
 */
export async function readSitePolicies(
  context: Pick<Context, 'db' | 'settings' | 'clock'>,
  siteIds: readonly number[],
  item: PolicyItem | null = null,
): Promise<SitePolicies> {
  const { db, settings } = context
  const [policies, sites, held, failed, vulnerable, openSteps, failures] = await Promise.all([
    readPolicies(context, db, siteIds),
    listPolicySites(db, siteIds),
    findHeldReleases(db),
    findFailuresOnSites(db, siteIds),
    findVulnerableItems(db, siteIds, item && { kind: item.type, slug: item.slug }),
    findOpenSteps(db, siteIds),
    findFailedReleases(db),
  ])
  const viewIds = policies.flatMap(({ view_id }) => view_id ?? [])
  const viewsOf = await findViewsOfSites(context, viewIds, siteIds)
  const ownZone = settings.get('general').timezone_string
  const byId = new Map(
    sites.map((site) => [site.id, { ...site, zone: site.zone || ownZone, viewIds: viewsOf.get(site.id) ?? [] }]),
  )
  const vulnerabilities = Map.groupBy(vulnerable, ({ site_id, kind, slug }) => `${site_id} ${kind} ${slug}`)
  const levelOf = ({ site_id, type, slug, new_version, step }: ExplainableUpdate): ReleaseLevel => {
    const known = vulnerabilities.get(`${site_id} ${type} ${slug}`) ?? []
    if (known.some(({ ranges }) => !ranges.some((range) => isInRange(new_version, range)))) return 'security'
    // A translation has no version of its own; a version that cannot be read may be anything.
    return type === 'translation' ? 'patch' : step === 'unknown' ? 'major' : step
  }
  const of = (siteId: number, item: PolicyItem | null) => {
    const site = byId.get(siteId)
    return site && effectivePolicy(policies, site, item)
  }
  return {
    site: (id) => byId.get(id),
    of,
    levelOf,
    failuresOf: (release) => {
      const known = failures.get(releaseKey(release))
      return known ? describeFailures(known, ownZone) : null
    },
    explain: (update, now) => {
      const [site, policy] = [byId.get(update.site_id), of(update.site_id, update)]
      if (!site || !policy) return undefined
      const { type, slug, new_version: version } = update
      const release = releaseKey({ type, slug, version })
      const onSite = `${update.site_id} ${release}`
      return explainUpdate({
        ...{ update, level: levelOf(update), site, policy, now, held: held.get(release) ?? null },
        ...{ hasFailed: failed.has(onSite), openStep: openSteps.get(onSite) },
      })
    },
    hasSpecific: policies.length > 1,
    holdAfter: policies.find(({ scope }) => scope === 'fleet')?.rules.hold_after ?? 1,
  }
}

/** The policy of the fleet first. */
async function readPolicies(
  context: Pick<Context, 'settings'>,
  db: Db,
  siteIds: readonly number[],
): Promise<ScopedPolicy[]> {
  const stored = await listPolicies(db, siteIds)
  const fleet = stored.find(({ scope }) => scope === 'fleet')
  return [fleetPolicy(context, fleet), ...stored.filter((policy) => policy !== fleet)]
}

/** How vulnerabilities are fixed: in which waves, and whether any policy allows it without a person. */
export async function readSecurityRules(
  context: Pick<Context, 'db' | 'settings'>,
): Promise<{ waves: readonly SecurityWave[]; isAutomatic: boolean }> {
  const [fleet] = await readPolicies(context, context.db, [])
  const { security, types = [], security_waves } = fleet?.rules ?? {}
  const byFleet = security === 'automatic' && types !== null && types.length > 0
  return {
    waves: security_waves ?? defaultSecurityWaves,
    isAutomatic: byFleet || (await hasAutomaticSecurity(context.db)),
  }
}
