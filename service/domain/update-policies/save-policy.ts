import type { Context } from '../../operation/context.ts'
import { invalidInput, permissionDenied } from '../../operation/errors.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { present } from '../../platform/present.ts'
import { requireClient } from '../clients/index.ts'
import { general } from '../settings/index.ts'
import { requireSite, type SiteRef } from '../sites/index.ts'
import { requireTag } from '../tags/index.ts'
import { requireTargetView } from '../views/index.ts'
import { fleetPolicy, storeFleetSettings } from './fleet-policy.ts'
import type { ItemType, PolicyRules, PolicyScope } from './policy.ts'
import { toUpdatePolicy } from './policy-entry.ts'
import { policiesAreShared } from './policy-errors.ts'
import { findPolicy, findPolicyOf, lockPolicies, type PolicySubject, upsertPolicy } from './policy-store.ts'

export interface PolicyInput {
  scope: PolicyScope
  tag_id?: number | undefined
  view_id?: number | undefined
  client_id?: number | undefined
  site_id_or_domain?: SiteRef | undefined
  item_type?: ItemType | undefined
  item_slug?: string | undefined
  rules: PolicyRules
}

const fieldsOfScope: Record<PolicyScope, readonly (keyof PolicyInput)[]> = {
  fleet: [],
  tag: ['tag_id'],
  view: ['view_id'],
  client: ['client_id'],
  site: ['site_id_or_domain'],
  item: ['item_type', 'item_slug'],
}

/** Refuses fields of other scopes, subjects that do not exist, and what the caller may not change. */
async function requireSubject(context: Context, input: PolicyInput): Promise<PolicySubject> {
  const { scope, rules } = input
  const { actor } = context
  const needed = fieldsOfScope[scope]
  const problems: Record<string, string> = {}
  for (const field of Object.values(fieldsOfScope).flat()) {
    if (needed.includes(field) && input[field] === undefined) problems[field] = `is needed with the scope ${scope}`
    if (!needed.includes(field) && input[field] !== undefined) problems[field] = `does not belong to the scope ${scope}`
  }
  for (const field of ['key_text', 'extra_paths'] as const)
    if (rules[field] != null && scope !== 'site') problems[`rules.${field}`] = 'belongs to the policy of a site'
  if (rules.hold_after != null && scope !== 'fleet') problems['rules.hold_after'] = 'belongs to the policy of the fleet'
  if (rules.security_waves && scope !== 'fleet') problems['rules.security_waves'] = 'belongs to the policy of the fleet'
  // Whether guards are on is asked often and without the sites of views.
  if (rules.guard === 'off' && scope === 'view') problems['rules.guard'] = 'cannot be off for a view'
  const { delay_autoupdate } = general.settings
  if (
    scope === 'fleet' &&
    rules.delay_days !== undefined &&
    !delay_autoupdate.inputSchema.safeParse(rules.delay_days).success
  )
    problems['rules.delay_days'] = 'must be 0 to 7, 14 or 30 for the fleet'
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  if (actor.limits && scope !== 'site') throw policiesAreShared()
  // Its values are settings, which only administrators change.
  if (scope === 'fleet' && !hasPermission(actor, 'settings.manage'))
    throw permissionDenied('The policy of the fleet is a setting: only administrators change it.')
  if (input.tag_id !== undefined) await requireTag(context, input.tag_id)
  if (input.view_id !== undefined) await requireTargetView(context, input.view_id)
  if (input.client_id !== undefined) await requireClient(context, input.client_id)
  const site = input.site_id_or_domain === undefined ? null : await requireSite(context, input.site_id_or_domain)
  return {
    scope,
    tagId: input.tag_id ?? null,
    viewId: input.view_id ?? null,
    clientId: input.client_id ?? null,
    siteId: site?.id ?? null,
    itemType: input.item_type ?? null,
    itemSlug: input.item_slug ?? null,
  }
}

/** Sent gates are merged one by one; other values replace. */
function mergeRules(before: PolicyRules, sent: PolicyRules): PolicyRules {
  const gates = sent.gates === null ? null : { ...before.gates, ...sent.gates }
  const merged = { ...before, ...sent, ...(sent.gates !== undefined && { gates }) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined))
}

export async function planPolicy(context: Context, input: PolicyInput) {
  const subject = await requireSubject(context, input)
  const known = await findPolicyOf(context.db, subject)
  const before = subject.scope === 'fleet' ? fleetPolicy(context, known).rules : (known?.rules ?? {})
  return { scope: subject.scope, policy_id: known?.id ?? null, before, after: mergeRules(before, input.rules) }
}

export async function savePolicy(context: Context, input: PolicyInput) {
  const { db, clock, actor, settings, recordChange } = context
  const subject = await requireSubject(context, input)
  const id = await db.transaction().execute(async (trx) => {
    await lockPolicies(trx)
    const now = clock.now()
    const known = await findPolicyOf(trx, subject)
    const isFleet = subject.scope === 'fleet'
    const sent = isFleet ? await storeFleetSettings(trx, input.rules, now) : input.rules
    const policyId = await upsertPolicy(trx, subject, mergeRules(known?.rules ?? {}, sent), { at: now, by: actor.name })
    await recordChange(trx)
    return policyId
  })
  if (subject.scope === 'fleet') await settings.refresh()
  const stored = present(await findPolicy(db, id, null), 'the policy')
  const shown = subject.scope === 'fleet' ? { ...stored, ...fleetPolicy(context, stored) } : stored
  return toUpdatePolicy({ ...shown, name: stored.name })
}
