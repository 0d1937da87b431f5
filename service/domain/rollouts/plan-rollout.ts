import { randomUUID } from 'node:crypto'
import type { LeftOutItem } from '../../operation/bulk-action.ts'
import type { Context } from '../../operation/context.ts'
import {
  browserGateNames,
  type CheckChoice,
  chooseChecks,
  readSitePolicies,
  type SitePolicies,
} from '../update-policies/index.ts'
import {
  countLeftOut,
  failedBefore,
  howToInstall,
  isNamedIn,
  type RunRequest,
  refusalCodeOf,
  releaseStep,
  type SiteUpdates,
  selectSitesToUpdate,
  skippedSiteError,
  streamPendingUpdates,
  toRunItems,
} from '../updates/index.ts'
import { type CutWave, cutWaves, largestCanary } from './cut-waves.ts'
import { listUnguarded, type UnguardedItem } from './list-unguarded.ts'
import type { PlannedItem, WaveInput } from './rollout.ts'
import { canaryRequired } from './rollout-errors.ts'
import type { NewStep } from './rollout-store.ts'
import { listWaveSites } from './wave-site-store.ts'

export interface RolloutRequest extends RunRequest {
  checks: CheckChoice
  /** The largest step between versions that is installed. */
  upTo: 'patch' | 'minor' | 'all'
  waves: readonly WaveInput[]
}

export interface RolloutPlan {
  waves: CutWave[]
  steps: NewStep[]
  warnings: string[]
}

const refusedCodes = [
  'held_release',
  'never',
  'frozen',
  'managed_by_host',
  'no_package',
  'needs_wordpress',
  'needs_php',
  'not_guarded',
]

/** What would be installed where, in which wave; from stored data, no site is called. */
export async function planRollout(
  context: Context,
  request: RolloutRequest,
): Promise<RolloutPlan & { unguarded: UnguardedItem[]; leftOut: LeftOutItem[] }> {
  const { db, clock } = context
  const { ready, skipped, namedAs, errors } = await selectSitesToUpdate(context, request)
  const warnings = new Set(errors.map(({ message }) => message))
  for (const site of skipped) warnings.add(skippedSiteError(site, namedAs.get(site.id) ?? site.id).message)
  const planned = new Map<number, PlannedItem[]>()
  const unguarded: UnguardedItem[] = []
  const refused: SiteUpdates['refused'] = []
  const isNamed = isNamedIn(request)
  const byId = new Map(ready.map((site) => [site.id, site]))
  const filter = { siteIds: ready.map(({ id }) => id), limits: null, types: request.types, slugs: request.slugs }
  for (let from = 0; from < filter.siteIds.length; from += sitesPerRead) {
    const siteIds = filter.siteIds.slice(from, from + sitesPerRead)
    const policies = chooseChecks(await readSitePolicies(context, siteIds), request.checks)
    const part = new Map<number, PlannedItem[]>()
    for await (const { siteId, updates } of streamPendingUpdates(db, { ...filter, siteIds })) {
      const allowed = updates.filter((update) => {
        const step = releaseStep(update.type, update.current_version, update.new_version)
        if (!isUpTo(request.upTo, update.type, step)) return false
        const why = policies.explain({ ...update, ignored: false, step }, clock.now())
        if (why && refusedCodes.includes(why.code)) {
          refused.push({ update, code: refusalCodeOf(why.code), message: why.message })
          return false
        }
        const { type, slug, new_version: version } = update
        const failures = policies.failuresOf({ type, slug, version })
        if (failures === null) return true
        if (isNamed(update)) warnings.add(failures)
        else refused.push({ update, code: failedBefore, message: howToInstall(failures) })
        return isNamed(update)
      })
      const items = toRunItems(allowed)
      if (items.length > 0) part.set(siteId, items)
    }
    unguarded.push(...(await listUnguarded(context, part, policies, byId)))
    for (const [siteId, items] of part) planned.set(siteId, items)
    if (!context.browser.available() && hasBrowserGates([...part.keys()], policies)) warnings.add(noBrowser)
  }
  const leftOut = countLeftOut(refused)
  for (const { message } of leftOut) warnings.add(message)
  const waves = cutWaves(await listWaveSites(db, [...planned.keys()]), request.waves)
  const withCore = [...planned.values()].filter((items) => items.some(({ type }) => type === 'core')).length
  if (withCore > 0) {
    const max = largestCanary(planned.size)
    if ((waves[0]?.siteIds.length ?? 0) > max) throw canaryRequired(planned.size, max)
    warnings.add(
      `WordPress itself cannot be rolled back (${withCore} ${withCore === 1 ? 'site' : 'sites'}). Plugins and themes can.`,
    )
  }
  const steps = waves.flatMap(({ siteIds }, wave) =>
    siteIds.flatMap((siteId): NewStep[] => {
      const [site, items] = [byId.get(siteId), planned.get(siteId)]
      if (!site || !items) return []
      return [{ wave, siteId, siteName: site.name, siteUrl: site.url, items, run: randomUUID() }]
    }),
  )
  return { waves, steps, warnings: [...warnings], unguarded, leftOut }
}

const noBrowser =
  'Checks in a browser are not possible: Flotilla found no Chromium. Sites whose updates should be rolled back by these checks end as unknown and use the failure budget.'

const hasBrowserGates = (siteIds: readonly number[], policies: SitePolicies) =>
  siteIds.some((id) => browserGateNames.some((gate) => (policies.of(id, null)?.gates[gate] ?? 'off') !== 'off'))

const sitesPerRead = 500

function isUpTo(
  upTo: RolloutRequest['upTo'],
  type: PlannedItem['type'],
  step: ReturnType<typeof releaseStep>,
): boolean {
  // Translations have no version of their own.
  if (upTo === 'all' || type === 'translation') return true
  return step === 'patch' || (upTo === 'minor' && step === 'minor')
}

/** Each item in each version once, with its number of sites, the most frequent first. */
export function countItems(steps: readonly NewStep[]): (Omit<PlannedItem, 'from'> & { sites: number })[] {
  const counted = new Map<string, Omit<PlannedItem, 'from'> & { sites: number }>()
  for (const { from: _, ...item } of steps.flatMap(({ items }) => items)) {
    const key = `${item.type} ${item.slug} ${item.to}`
    counted.set(key, { ...item, sites: (counted.get(key)?.sites ?? 0) + 1 })
  }
  return [...counted.values()].sort((a, b) => b.sites - a.sites)
}

/** One item has its name and version, several their number. */
export function nameOfPlan(steps: readonly NewStep[]): string {
  const items = countItems(steps)
  const [only] = items
  return items.length === 1 && only ? `${only.name} ${only.to}`.trim() : `${items.length} updates`
}
