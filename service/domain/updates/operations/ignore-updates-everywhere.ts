import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeIgnoredEverywhere, planIgnoring } from '../ignore-updates.ts'
import { IgnorableType, ItemSlugs, ignoreActions, Version } from '../ignored.ts'

export const ignoreUpdatesEverywhere = operation({
  name: 'ignore-updates-everywhere',
  summary: 'Ignore updates on every site, also on those to come, or take that back.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({
    action: z.enum(ignoreActions).default('ignore'),
    type: IgnorableType.default('plugin'),
    slugs: ItemSlugs.default([]).describe('Empty: everything of the type.'),
    version: Version.optional(),
  }),
  output: z.object({
    action: z.enum(ignoreActions),
    type: IgnorableType,
    sites_affected: z.int().describe('Sites whose list changed.'),
  }),
})
  .plans(({ action, type, slugs, version = null }, context) =>
    planIgnoring(context, null, action, { type, slugs, version }),
  )
  .does(async ({ action, type, slugs, version = null }, context) => {
    const { sites } = await changeIgnoredEverywhere(context, action, { type, slugs, version })
    return { action, type, sites_affected: sites }
  })
