import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { changeIgnoredEverywhere, planIgnoring } from '../ignore-updates.ts'
import { IgnorableType, ItemSlugs, ignorableTypes, ignoreActions, Version } from '../ignored.ts'

export const ignoreUpdatesEverywhere = operation({
  name: 'ignore-updates-everywhere',
  summary: 'Ignore updates on every site, also on those to come, or take that back.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({
    action: z.enum(ignoreActions).default('ignore'),
    type: IgnorableType.optional().describe('Always needed.'),
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
    planIgnoring(context, null, action, { type: named(type), slugs, version }),
  )
  .does(async ({ action, type, slugs, version = null }, context) => {
    const ignoring = { type: named(type), slugs, version }
    const { sites } = await changeIgnoredEverywhere(context, action, ignoring)
    return { action, type: ignoring.type, sites_affected: sites }
  })

/** An address may have it in its name, else the caller must: without slugs it is everything of the type, on every site. */
function named(type: IgnorableType | undefined): IgnorableType {
  if (!type) throw invalidInput({ type: `is needed: one of ${ignorableTypes.join(', ')}` })
  return type
}
