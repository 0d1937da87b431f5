import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import type { EffectivePolicy } from './effective-policy.ts'
import type { OpenStep } from './open-step-store.ts'
import { type ItemType, PolicyAction, policyScopes, ReleaseLevel } from './policy.ts'
import { findFreeze, nextWindow, openWindow } from './windows.ts'

/** `automatic`: a person may still install it. `everything`: nothing installs it. `nothing`: it is installed automatically. */
const Blocked = z.enum(['nothing', 'automatic', 'everything'])

const explanationCodes = [
  'up_to_date',
  'due',
  'ask',
  'never',
  'delayed',
  'outside_window',
  'frozen',
  'held_release',
  'ignored',
  'site_suspended',
  'site_disconnected',
  'managed_by_host',
  'no_package',
  'needs_wordpress',
  'needs_php',
  'not_guarded',
  'in_rollout',
] as const

/** Why an item is not updated, or when it will be. */
export const UpdateExplanation = z.object({
  code: z.enum(explanationCodes),
  message: z.string(),
  blocks: Blocked,
  until: timestamp.nullable().describe('When this reason ends; null when only a person or the site can end it.'),
  level: ReleaseLevel.nullable(),
  action: PolicyAction.nullable(),
  policy_id: z.int().nullable().describe('The policy that decided; null: the default policy, or no policy.'),
  policy_scope: z.enum(policyScopes).nullable(),
  rollout_id: z.int().nullable().describe('The rollout that installs it; null: none.'),
})

export interface Explanation {
  code: (typeof explanationCodes)[number]
  message: string
  blocks: z.output<typeof Blocked>
  until: Date | null
  level: ReleaseLevel | null
  action: PolicyAction | null
  policy_id: number | null
  policy_scope: (typeof policyScopes)[number] | null
  rollout_id: number | null
}

export interface ExplainedUpdate {
  type: ItemType
  slug: string
  name: string
  new_version: string
  first_seen_at: Date
  ignored: boolean
  has_package: boolean
  requires_wordpress: string | null
  requires_php: string | null
  fits_wordpress: boolean | null
  fits_php: boolean | null
}

export interface ExplainedSite {
  status: 'connected' | 'disconnected' | 'suspended'
  managedByHost: boolean
  /** The time zone of the site. */
  zone: string
}

interface Question {
  update: ExplainedUpdate
  level: ReleaseLevel
  site: ExplainedSite
  policy: EffectivePolicy
  /** Why the release is held for the fleet; null when it is not. */
  held: string | null
  /** The release failed on this site before. */
  hasFailed: boolean
  /** The rollout that has it and did not install it yet. */
  openStep: OpenStep | undefined
  now: Date
}

const dayMs = 86_400_000

/** The first reason that applies, from those that no policy can change to those of the policy. */
export function explainUpdate(question: Question): Explanation {
  const { update, level, site, policy, held, hasFailed, openStep, now } = question
  const { name, new_version: version } = update
  const action = policy.action(level)
  const release = version === '' ? name : `${name} ${version}`
  const explain = (
    code: Explanation['code'],
    blocks: Explanation['blocks'],
    message: string,
    {
      until = null,
      by = null,
    }: { until?: Date | null; by?: { id: number | null; scope: Explanation['policy_scope'] } | null } = {},
  ): Explanation => ({
    code,
    message,
    blocks,
    until,
    level,
    action: action.value,
    policy_id: by?.id ?? null,
    policy_scope: by?.scope ?? null,
    rollout_id: code === 'in_rollout' ? (openStep?.rolloutId ?? null) : null,
  })
  if (site.status === 'suspended')
    return explain('site_suspended', 'everything', 'The site is suspended. Unsuspend it first.')
  if (site.status === 'disconnected')
    return explain('site_disconnected', 'everything', 'The site is not connected. Reconnect it first.')
  if (update.ignored)
    return explain('ignored', 'everything', `The update of ${name} is ignored. Stop ignoring it first.`)
  if (update.type === 'core' && site.managedByHost)
    return explain('managed_by_host', 'everything', 'The host of this site updates WordPress itself.')
  if (held !== null)
    return explain(
      'held_release',
      'everything',
      `${release} is held for all sites: ${held} Lift the hold, or wait for a newer version.`,
    )
  if (action.value === 'never')
    return explain(
      'never',
      'everything',
      `The policy ${describeScope(action.by.scope)} never installs ${describeLevel(level)}.`,
      action,
    )
  const freeze = findFreeze(policy.freezes.value, now, site.zone)
  if (freeze) {
    const reason = freeze.note === '' ? '' : ` (${freeze.note})`
    const message = `No updates until ${freeze.to}${reason}, by the policy ${describeScope(policy.freezes.by.scope)}.`
    return explain('frozen', 'everything', message, { by: policy.freezes.by })
  }
  if (update.type === 'core' && policy.guard.value === 'required')
    return explain('not_guarded', 'everything', describeNotGuarded(policy, coreIsNotGuarded))
  if (!update.has_package)
    return explain(
      'no_package',
      'automatic',
      `${name} has no package to install; its licence is probably missing on the site.`,
    )
  if (update.fits_wordpress === false)
    return explain(
      'needs_wordpress',
      'automatic',
      `${release} needs WordPress ${update.requires_wordpress ?? 'of a newer version'}. Update WordPress first.`,
    )
  if (update.fits_php === false)
    return explain(
      'needs_php',
      'automatic',
      `${release} needs PHP ${update.requires_php ?? 'of a newer version'}. Ask the host for it.`,
    )
  // A security update does not wait for the start of a rollout.
  if (openStep && !(openStep.isScheduled && level === 'security'))
    return explain('in_rollout', 'automatic', describeStep(openStep))
  if (hasFailed)
    return explain(
      'ask',
      'automatic',
      `It must be started manually: ${release} failed on this site and was rolled back.`,
    )
  if (action.value === 'ask')
    return explain(
      'ask',
      'automatic',
      policy.isTypeExcluded && action.by.scope === 'fleet'
        ? `It must be started manually: the policy of all sites does not update ${typeNames[update.type]} automatically.`
        : `It must be started manually: the policy ${describeScope(action.by.scope)} does not install ${describeLevel(level)} automatically.`,
      action,
    )
  const dueAt = new Date(update.first_seen_at.getTime() + policy.delayDays.value * dayMs)
  if (level !== 'security' && dueAt > now) {
    const message = `It waits until it has been available for ${policy.delayDays.value} days, by the policy ${describeScope(policy.delayDays.by.scope)}.`
    return explain('delayed', 'automatic', message, { until: dueAt, by: policy.delayDays.by })
  }
  const { value: windows, by } = policy.windows
  if (windows.length === 0) return explain('due', 'nothing', 'The next automatic run installs it.', action)
  if (openWindow(windows, now, site.zone))
    return explain('due', 'nothing', 'It is installed now: the window of the site is open.', action)
  const until = nextWindow(windows, now, site.zone)
  return explain(
    'outside_window',
    'automatic',
    `It waits for the next window of the site, by the policy ${describeScope(by.scope)}.`,
    { until, by },
  )
}

export const upToDate: Explanation = {
  code: 'up_to_date',
  message: 'No update is known for it.',
  blocks: 'automatic',
  until: null,
  level: null,
  action: null,
  policy_id: null,
  policy_scope: null,
  rollout_id: null,
}

/** Limited callers may see the site and not the rollout: no name, no sites. */
function describeStep({ rolloutId, wave, isPaused, isRunning }: OpenStep): string {
  if (isRunning) return `Rollout ${rolloutId} installs it now.`
  if (isPaused) return `It is in wave ${wave} of rollout ${rolloutId}, which is paused. Resume or end that rollout.`
  return `Wave ${wave} of rollout ${rolloutId} installs it.`
}

export const coreIsNotGuarded = 'WordPress itself cannot be guarded.'

/** A policy requires a guard, and the item has none. */
export function describeNotGuarded({ guard: { by } }: Pick<EffectivePolicy, 'guard'>, reason: string): string {
  const who = by.scope === 'rollout' ? 'This rollout' : `The policy ${describeScope(by.scope)}`
  return `${who} allows updates only with a guard. ${reason}`
}

function describeScope(scope: Explanation['policy_scope']): string {
  return scope === 'fleet' || scope === null ? 'of all sites' : `of this ${scope}`
}

const typeNames: Record<ItemType, string> = {
  core: 'WordPress',
  plugin: 'plugins',
  theme: 'themes',
  translation: 'translations',
}

function describeLevel(level: ReleaseLevel): string {
  return level === 'security' ? 'security updates' : `${level} updates`
}
