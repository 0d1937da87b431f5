import { randomUUID } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import { readSitePolicies } from '../update-policies/index.ts'
import {
  type RunRequest,
  releaseStep,
  selectSitesToUpdate,
  skippedSiteError,
  streamPendingUpdates,
  toRunItems,
} from '../updates/index.ts'
import { type CutWave, cutWaves } from './cut-waves.ts'
import type { PlannedItem, WaveInput } from './rollout.ts'
import { canaryRequired, nothingToRollOut } from './rollout-errors.ts'
import type { NewStep } from './rollout-store.ts'
import { listWaveSites } from './wave-site-store.ts'

export interface RolloutRequest extends RunRequest {
  /** The largest step between versions that is installed. */
  upTo: 'patch' | 'minor' | 'all'
  waves: readonly WaveInput[]
}

export interface RolloutPlan {
  waves: CutWave[]
  steps: NewStep[]
  warnings: string[]
}

/** Without a way back, the first wave must be small. */
const canaryFrom = 25
const maxCanaryShare = 0.05

const refusedCodes = [
  'held_release',
  'never',
  'frozen',
  'managed_by_host',
  'no_package',
  'needs_wordpress',
  'needs_php',
]

/** What would be installed where, in which wave; from stored data, no site is called. */
export async function planRollout(context: Context, request: RolloutRequest): Promise<RolloutPlan> {
  const { db, clock } = context
  const { ready, skipped, namedAs, errors } = await selectSitesToUpdate(context, request)
  const warnings = new Set(errors.map(({ message }) => message))
  for (const site of skipped) warnings.add(skippedSiteError(site, namedAs.get(site.id) ?? site.id).message)
  const planned = new Map<number, PlannedItem[]>()
  const filter = { siteIds: ready.map(({ id }) => id), limits: null, types: request.types, slugs: request.slugs }
  for (let from = 0; from < filter.siteIds.length; from += sitesPerRead) {
    const siteIds = filter.siteIds.slice(from, from + sitesPerRead)
    const policies = await readSitePolicies(context, siteIds)
    for await (const { siteId, updates } of streamPendingUpdates(db, { ...filter, siteIds })) {
      const allowed = updates.filter((update) => {
        const step = releaseStep(update.type, update.current_version, update.new_version)
        if (!isUpTo(request.upTo, update.type, step)) return false
        const why = policies.explain({ ...update, ignored: false, step }, clock.now())
        if (!why || !refusedCodes.includes(why.code)) return true
        warnings.add(why.message)
        return false
      })
      const items = toRunItems(allowed)
      if (items.length > 0) planned.set(siteId, items)
    }
  }
  if (planned.size === 0) throw nothingToRollOut()
  const waves = cutWaves(await listWaveSites(db, [...planned.keys()]), request.waves)
  const withCore = [...planned.values()].filter((items) => items.some(({ type }) => type === 'core')).length
  if (withCore > 0) {
    const max = Math.max(1, Math.floor(planned.size * maxCanaryShare))
    if (planned.size > canaryFrom && (waves[0]?.siteIds.length ?? 0) > max) throw canaryRequired(planned.size, max)
    warnings.add(
      `WordPress itself cannot be rolled back (${withCore} ${withCore === 1 ? 'site' : 'sites'}). Plugins and themes can.`,
    )
  }
  const byId = new Map(ready.map((site) => [site.id, site]))
  const steps = waves.flatMap(({ siteIds }, wave) =>
    siteIds.flatMap((siteId): NewStep[] => {
      const [site, items] = [byId.get(siteId), planned.get(siteId)]
      if (!site || !items) return []
      return [{ wave, siteId, siteName: site.name, siteUrl: site.url, items, run: randomUUID() }]
    }),
  )
  return { waves, steps, warnings: [...warnings] }
}

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
