import { randomUUID } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import { compareVersions } from '../../platform/connector/reading/versions.ts'
import { type NamedSite, selectSites } from '../sites/index.ts'
import {
  type ExplainableUpdate,
  type Explanation,
  readSitePolicies,
  type SitePolicies,
} from '../update-policies/index.ts'
import { refusalCodeOf, releaseStep, skippedSiteError, streamPendingUpdates } from '../updates/index.ts'
import { cutWaves, largestCanary, presetWaves } from './cut-waves.ts'
import type { RolloutPlan } from './plan-rollout.ts'
import type { PlannedItem, WaveInput } from './rollout.ts'
import type { NewStep } from './rollout-store.ts'
import { listWaveSites } from './wave-site-store.ts'

type Reason = { code: string; message: string }

/** An item of a site that needs another version. */
export interface WantedItem {
  siteId: number
  type: 'core' | 'plugin' | 'theme'
  slug: string
  name: string
  /** Installed, as of the last sync. */
  from: string
  /** Whether a version that the site offers is good enough. */
  accepts(version: string): boolean
  /** The version in the public directory, for sites that do not offer one; or why there is none. */
  findExact(): Promise<{ to: string } | Reason>
}

export interface ExactPlan extends RolloutPlan {
  /** Items without a step, each with the reason. */
  left: (Reason & { siteId: number; siteName: string; siteUrl: string })[]
}

interface Choice {
  waves: readonly WaveInput[]
  /** Leaves out what the policies do not install automatically now. */
  onlyDue?: boolean
}

/**
 * Installs on every site the offered update if it is good enough, otherwise exactly the version of the public directory. WordPress
 * itself is installed only where it is offered. From stored data: each step checks on its site where the copy comes from.
 */
export async function planExactVersions(
  context: Context,
  wanted: readonly WantedItem[],
  { waves, onlyDue = false }: Choice,
): Promise<ExactPlan> {
  const { db } = context
  const left: ExactPlan['left'] = []
  const planned = new Map<number, PlannedItem[]>()
  const warnings = new Set<string>()
  const bySite = Map.groupBy(wanted, ({ siteId }) => siteId)
  const { sites } = bySite.size === 0 ? { sites: [] } : await selectSites(context, { refs: [...bySite.keys()] })
  const leave = ({ id, name, url }: NamedSite, { code, message }: Reason) =>
    void left.push({ siteId: id, siteName: name, siteUrl: url, code, message })
  const slugs = [...new Set(wanted.map(({ slug }) => slug))]
  for (let start = 0; start < sites.length; start += sitesPerRead) {
    const part = sites.slice(start, start + sitesPerRead)
    const siteIds = part.map(({ id }) => id)
    const policies = await readSitePolicies(context, siteIds)
    const offers = new Map<number, readonly OfferedUpdate[]>()
    for await (const { siteId, updates } of streamPendingUpdates(db, { siteIds, slugs, limits: null }))
      offers.set(siteId, updates)
    for (const site of part) {
      if (site.status !== 'connected') {
        leave(site, skippedSiteError(site, site.id))
        continue
      }
      for (const item of bySite.get(site.id) ?? []) {
        const found = await planItem(item, offers.get(site.id) ?? [], policies, { now: context.clock.now(), onlyDue })
        if ('message' in found) leave(site, found)
        else {
          planned.set(site.id, [...(planned.get(site.id) ?? []), found])
          const failures = policies.failuresOf({ type: found.type, slug: found.slug, version: found.to })
          if (failures !== null) warnings.add(failures)
        }
      }
    }
  }
  const waveSites = await listWaveSites(db, [...planned.keys()])
  const hasCore = [...planned.values()].some((items) => items.some(({ type }) => type === 'core'))
  const given = cutWaves(waveSites, waves)
  // WordPress has no way back, so its first wave is small.
  const isTooLarge = hasCore && (given[0]?.siteIds.length ?? 0) > largestCanary(planned.size)
  const cut = isTooLarge ? cutWaves(waveSites, [...presetWaves.slice(0, 1), ...waves]) : given
  const byId = new Map(sites.map((site) => [site.id, site]))
  const steps = cut.flatMap(({ siteIds }, wave) =>
    siteIds.flatMap((siteId): NewStep[] => {
      const [site, items] = [byId.get(siteId), planned.get(siteId)]
      if (!site || !items) return []
      return [{ wave, siteId, siteName: site.name, siteUrl: site.url, items, run: randomUUID() }]
    }),
  )
  return { waves: cut, steps, left, warnings: [...new Set([...warnings, ...left.map(({ message }) => message)])] }
}

type OfferedUpdate = Omit<ExplainableUpdate, 'step' | 'ignored'> & { current_version: string }

const refusedCodes: readonly Explanation['code'][] = ['held_release', 'never', 'frozen', 'managed_by_host']
const notInstallable: readonly Explanation['code'][] = ['no_package', 'needs_wordpress', 'needs_php']

async function planItem(
  item: WantedItem,
  offers: readonly OfferedUpdate[],
  policies: SitePolicies,
  { now, onlyDue }: { now: Date; onlyDue: boolean },
): Promise<PlannedItem | Reason> {
  const { type, slug, name, from } = item
  const offer = offers.find((each) => each.type === type && each.slug === slug && item.accepts(each.new_version))
  const reasonAgainst = (update: OfferedUpdate, codes: readonly Explanation['code'][]): Reason | null => {
    const step = releaseStep(type, from, update.new_version)
    const why = policies.explain({ ...update, ignored: false, step }, now)
    if (!why || !(codes.includes(why.code) || (onlyDue && why.code !== 'due'))) return null
    return { code: refusalCodeOf(why.code), message: why.message }
  }
  if (offer) {
    const refused = reasonAgainst(offer, refusedCodes)
    if (refused) return refused
    const unusable = reasonAgainst(offer, notInstallable)
    if (!unusable) return { type, slug, name, from, to: offer.new_version }
    if (type === 'core') return unusable
  }
  if (type === 'core')
    return { code: 'svc_not_offered', message: 'The site does not offer the fixed version of WordPress yet. Sync it.' }
  const exact = await item.findExact()
  if ('message' in exact) return exact
  if (from === '' || compareVersions(from, exact.to) >= 0)
    return { code: 'svc_nothing_to_update', message: `${name} ${from} is not older than ${exact.to}.` }
  const refused = reasonAgainst(toUpdate(item, exact.to), refusedCodes)
  return refused ?? { type, slug, name, from, to: exact.to, exact: true }
}

const toUpdate = ({ siteId, type, slug, name, from }: WantedItem, to: string): OfferedUpdate => ({
  site_id: siteId,
  type,
  slug,
  name,
  current_version: from,
  new_version: to,
  first_seen_at: new Date(0),
  has_package: true,
  requires_wordpress: null,
  requires_php: null,
  fits_wordpress: null,
  fits_php: null,
})

const sitesPerRead = 500
