import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, page, paged, perPage, timestamp } from '../../../operation/shapes.ts'
import { present } from '../../../platform/present.ts'
import { CurrentCondition, conditionRules, describeCondition, SiteStatus } from '../../sites/index.ts'
import { type Explanation, UpdateExplanation } from '../../update-policies/index.ts'
import { readExplanations } from '../explain-updates.ts'
import { ignorableTypesOf } from '../ignored-update-entry.ts'
import { ReleaseStep, releaseStep } from '../release-step.ts'
import { listSitesOfItem } from '../update-item-store.ts'
import { listPolicyUpdates } from '../update-store.ts'

const typeNames = {
  core: 'core',
  wp: 'core',
  plugin: 'plugins',
  plugins: 'plugins',
  theme: 'themes',
  themes: 'themes',
} as const

export const listUpdateItemSites = operation({
  name: 'list-update-item-sites',
  summary: 'List the sites with a pending update of one plugin or theme, or of WordPress, in any version or one.',
  effect: 'read',
  permission: 'updates.read',
  tool: true,
  input: z.strictObject({
    type: z.enum(['core', 'wp', 'plugin', 'plugins', 'theme', 'themes']),
    slug: z.string().min(1).max(200).describe('Of WordPress itself: wordpress.'),
    version: z.string().max(60).optional().describe('Only sites with a pending update to this version.'),
    page,
    per_page: perPage(50, 200),
  }),
  output: paged(
    z.object({
      site_id: z.int(),
      site_url: z.string(),
      site_name: z.string(),
      status: SiteStatus,
      condition: CurrentCondition,
      name: z.string(),
      current_version: z.string(),
      new_version: z.string(),
      step: ReleaseStep,
      active: z.boolean(),
      has_package: z.boolean(),
      first_seen_at: timestamp,
      reason: UpdateExplanation.optional().describe('Why it is not updated there, or when it will be.'),
    }),
  ),
}).does(async ({ type: typeName, slug, version = null, page, per_page }, context) => {
  const type = present(ignorableTypesOf([typeNames[typeName]])[0], 'the type of the item')
  const { rows, total } = await listSitesOfItem(
    context.db,
    { type, slug, version, limits: context.actor.limits, rules: conditionRules(context) },
    { page, perPage: per_page },
  )
  const siteIds = rows.map(({ site_id }) => site_id)
  const [explain, updates] = await Promise.all([
    readExplanations(context, siteIds, { type, slug }),
    listPolicyUpdates(context.db, siteIds, { type, slug }),
  ])
  const reasons = new Map(updates.map((update) => [update.site_id, explain(update)]))
  const items = rows.map(({ first_seen_at, condition, ...row }) => ({
    ...row,
    condition: describeCondition(condition),
    step: releaseStep(type, row.current_version, row.new_version),
    first_seen_at: isoTime(first_seen_at),
    reason: toReason(reasons.get(row.site_id)),
  }))
  return { items, page, per_page, total }
})

const toReason = (why: Explanation | undefined) => why && { ...why, until: isoTime(why.until) }
