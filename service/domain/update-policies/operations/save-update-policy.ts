import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { ItemType, PolicyRules, UpdatePolicy } from '../policy.ts'
import { planPolicy, savePolicy } from '../save-policy.ts'

export const saveUpdatePolicy = operation({
  name: 'save-update-policy',
  summary:
    'Create or change the update policy of the fleet, a tag, a shared view, a client, a site or an item. Rules that are not sent do not change; null uses the next more general policy.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'updates.manage',
  input: z.strictObject({
    scope: z.enum(['tag', 'client', 'site', 'item', 'view', 'fleet']).describe('The fleet: administrators only.'),
    tag_id: z.int().min(1).optional().describe('With the scope tag.'),
    view_id: z.int().min(1).optional().describe('With the scope view: a shared view whose filters are not momentary.'),
    client_id: z.int().min(1).optional().describe('With the scope client.'),
    site_id_or_domain: SiteRef.optional().describe('With the scope site.'),
    item_type: ItemType.optional().describe('With the scope item.'),
    item_slug: z.string().min(1).max(200).optional().describe('With the scope item; of WordPress itself: wordpress.'),
    rules: PolicyRules,
  }),
  output: UpdatePolicy,
})
  .plans(async (input, context) => ({ would_affect: [await planPolicy(context, input)] }))
  .does((input, context) => savePolicy(context, input))
