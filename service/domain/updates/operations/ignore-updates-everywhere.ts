import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { changeIgnoredEverywhere, planIgnoreChange } from '../ignore-updates.ts'
import {
  IgnorableType,
  ItemSlugs,
  ignorableTypes,
  ignoreActions,
  ignoreNoteFields,
  Version,
} from '../ignored-update.ts'

export const ignoreUpdatesEverywhere = operation({
  name: 'ignore-updates-everywhere',
  summary: 'Ignore updates on every site, including sites added later, or stop ignoring them.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'updates.manage',
  input: z.strictObject({
    action: z.enum(ignoreActions).default('ignore'),
    type: IgnorableType.optional().describe('Always required.'),
    slugs: ItemSlugs.default([]).describe('Empty: all items of the type.'),
    version: Version.optional(),
    ...ignoreNoteFields,
  }),
  output: z.object({
    action: z.enum(ignoreActions),
    type: IgnorableType,
    sites_affected: z.int().describe('Sites whose list of updates changed.'),
  }),
})
  .plans(({ action, type, slugs, version = null }, context) =>
    planIgnoreChange(context, null, action, { type: requireType(type), slugs, version }),
  )
  .does(async ({ action, type, slugs, version = null, reason, until }, context) => {
    const ignoring = { type: requireType(type), slugs, version }
    const { sites } = await changeIgnoredEverywhere(context, action, ignoring, { reason, until })
    return { action, type: ignoring.type, sites_affected: sites }
  })

/** Some routes fix the type; otherwise the caller must send it: without slugs the rule covers the whole type on every site. */
function requireType(type: IgnorableType | undefined): IgnorableType {
  if (!type) throw invalidInput({ type: `is required: one of ${ignorableTypes.join(', ')}` })
  return type
}
