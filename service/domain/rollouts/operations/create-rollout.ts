import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { timestamp } from '../../../operation/shapes.ts'
import { SiteRefs } from '../../sites/index.ts'
import { CheckChoice } from '../../update-policies/index.ts'
import { failedReleaseFields, Slugs, TypeName, typesOf } from '../../updates/index.ts'
import { presetWaves } from '../cut-waves.ts'
import { showUnguarded } from '../list-unguarded.ts'
import { countItems, nameOfPlan, planRollout } from '../plan-rollout.ts'
import { RolloutDetail, WaveInput } from '../rollout.ts'
import { readRolloutDetail } from '../rollout-entry.ts'
import { nothingToRollOut, sitesChanged } from '../rollout-errors.ts'
import { startRollout } from '../start-rollout.ts'

const input = z.strictObject({
  name: z.string().max(100).optional(),
  site_ids_or_domains: SiteRefs.default([]).describe('Empty: all sites with updates.'),
  types: z.array(TypeName).default([]).describe('Empty: all types.'),
  specific_items: Slugs.default([]).describe('Slugs; wordpress means WordPress itself. Empty: every item.'),
  ...failedReleaseFields,
  up_to: z.enum(['patch', 'minor', 'all']).default('all').describe('The largest step between versions.'),
  waves: z.array(WaveInput).max(50).default([]).describe('Empty: one site, then 5 %, then the rest.'),
  checks: CheckChoice.default({}).describe('Instead of what the policies say, for this rollout only.'),
  starts_at: timestamp.optional().describe('Omit to start now.'),
  expected_sites: z
    .int()
    .min(1)
    .optional()
    .describe('The number of sites in the plan; the rollout does not start if it changed.'),
})

export const createRollout = operation({
  name: 'create-rollout',
  summary:
    'Install updates wave by wave: the plan is frozen, every site is checked, and the rollout pauses when too many sites fail.',
  effect: 'change',
  permission: 'updates.manage',
  tool: true,
  input,
  output: RolloutDetail,
})
  .plans(async (given, context) => {
    const { waves, steps, warnings, unguarded, leftOut } = await planRollout(context, requestOf(given))
    if (steps.length === 0 && leftOut.length === 0) throw nothingToRollOut()
    return {
      would_affect: steps.slice(0, maxListed).map(({ wave, siteId, siteName, siteUrl, items }) => {
        return { wave, site_id: siteId, site_name: siteName, site_url: siteUrl, items }
      }),
      count: steps.length,
      warnings,
      waves: waves.map(({ name, soakMinutes, budget, siteIds }) => {
        return { name, soak_minutes: soakMinutes, budget, sites: siteIds.length }
      }),
      items: countItems(steps).slice(0, maxListed),
      left_out: leftOut.slice(0, maxListed),
      ...showUnguarded(unguarded),
    }
  })
  .does(async (given, context) => {
    const { waves, steps } = await planRollout(context, requestOf(given))
    if (steps.length === 0) throw nothingToRollOut()
    if (given.expected_sites !== undefined && given.expected_sites !== steps.length)
      throw sitesChanged(given.expected_sites, steps.length)
    const now = context.clock.now()
    const startsAt = given.starts_at === undefined ? now : readTime(given.starts_at, now)
    const name = given.name ?? nameOfPlan(steps)
    return readRolloutDetail(
      context,
      await startRollout(context, { name, waves, steps, startsAt, checks: given.checks }),
    )
  })

const maxListed = 1_000

function requestOf({
  site_ids_or_domains: refs,
  types,
  specific_items: slugs,
  failed_releases: failedReleases,
  leave_out_failed: leaveOutFailed,
  up_to: upTo,
  waves,
  checks,
}: z.output<typeof input>) {
  const chosen = { types: typesOf(types), slugs, failedReleases, leaveOutFailed }
  return { refs, ...chosen, upTo, checks, waves: waves.length === 0 ? presetWaves : waves }
}

function readTime(text: string, now: Date): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw invalidInput({ starts_at: 'must be a time such as 2026-11-20T22:00:00Z' })
  return at < now ? now : at
}
