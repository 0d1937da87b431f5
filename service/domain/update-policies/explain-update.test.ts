import { describe, expect, it } from 'vitest'
import { effectivePolicy } from './effective-policy.ts'
import { explainUpdate } from './explain-update.ts'
import type { OpenStep } from './open-step-store.ts'
import type { PolicyRules } from './policy.ts'

const now = new Date('2026-11-16T09:00:00Z')
const update = {
  type: 'plugin' as const,
  slug: 'forms/forms.php',
  name: 'Forms',
  new_version: '1.1',
  first_seen_at: new Date('2026-11-15T09:00:00Z'),
  ignored: false,
  has_package: true,
  requires_wordpress: '6.9',
  requires_php: '8.3',
  fits_wordpress: null as boolean | null,
  fits_php: null as boolean | null,
}
const site = { status: 'connected' as 'connected' | 'suspended' | 'disconnected', managedByHost: false, zone: 'UTC' }
const automatic: PolicyRules = {
  patch: 'automatic',
  minor: 'automatic',
  major: 'ask',
  security: 'automatic',
  types: ['plugin', 'core'],
  delay_days: 1,
}

const waiting: OpenStep = { rolloutId: 7, wave: 2, isScheduled: false, isPaused: false, isRunning: false }

function explain({
  rules = {},
  of = {},
  on = {},
  level = 'minor' as 'patch' | 'minor' | 'major' | 'security',
  held = null as string | null,
  hasFailed = false,
  openStep = undefined as OpenStep | undefined,
  type = 'plugin' as 'plugin' | 'core',
} = {}) {
  const none = { tag_id: null, view_id: null, client_id: null, site_id: null, item_type: null, item_slug: null }
  const fleet = { id: 3, scope: 'fleet' as const, ...none, rules: { ...automatic, ...rules } }
  const item = { ...update, type, ...of }
  const policy = effectivePolicy([fleet], { id: 1, clientId: null, tagIds: [], viewIds: [] }, item)
  return explainUpdate({ update: item, level, site: { ...site, ...on }, policy, held, hasFailed, openStep, now })
}

describe('the reason why an item is not updated', () => {
  it.each([
    ['due', {}, 'nothing'],
    ['site_suspended', { on: { status: 'suspended' } }, 'everything'],
    ['site_disconnected', { on: { status: 'disconnected' } }, 'everything'],
    ['ignored', { of: { ignored: true } }, 'everything'],
    ['managed_by_host', { type: 'core', on: { managedByHost: true } }, 'everything'],
    ['held_release', { held: 'it failed on 3 sites.' }, 'everything'],
    ['never', { rules: { minor: 'never' } }, 'everything'],
    ['frozen', { rules: { freezes: [{ from: '2026-11-16', to: '2026-11-20', note: 'Sale' }] } }, 'everything'],
    ['no_package', { of: { has_package: false } }, 'automatic'],
    ['needs_wordpress', { of: { fits_wordpress: false } }, 'automatic'],
    ['needs_php', { of: { fits_php: false } }, 'automatic'],
    ['not_guarded', { type: 'core', rules: { guard: 'required' } }, 'everything'],
    ['in_rollout', { openStep: waiting }, 'automatic'],
    ['in_rollout', { openStep: { ...waiting, isPaused: true } }, 'automatic'],
    ['in_rollout', { openStep: { ...waiting, isRunning: true } }, 'automatic'],
    ['in_rollout', { openStep: { ...waiting, isPaused: true }, level: 'security' }, 'automatic'],
    ['due', { openStep: { ...waiting, isScheduled: true }, level: 'security' }, 'nothing'],
    ['ask', { level: 'major' }, 'automatic'],
    ['ask', { hasFailed: true }, 'automatic'],
    ['delayed', { rules: { delay_days: 2 } }, 'automatic'],
    ['outside_window', { rules: { windows: [{ days: [1], from: '22:00', to: '23:00' }] } }, 'automatic'],
  ] as const)('is %s', (code, question, blocks) => {
    const answer = explain(question as Parameters<typeof explain>[0])
    expect(answer).toMatchObject({ code, blocks })
    expect(answer.message).toMatch(/^[A-Z].+\.$/)
  })

  it('names the end of a delay and the next window', () => {
    expect(explain({ rules: { delay_days: 2 } }).until).toEqual(new Date('2026-11-17T09:00:00Z'))
    const windows = [{ days: [1], from: '22:00', to: '23:00' }]
    expect(explain({ rules: { windows } }).until).toEqual(new Date('2026-11-16T22:00:00Z'))
  })

  it('does not delay security updates', () => {
    expect(explain({ level: 'security', rules: { delay_days: 30 } }).code).toBe('due')
  })

  it('names the type if the policy of all sites updates only other types automatically', () => {
    const { code, message } = explain({ rules: { types: ['theme'] } })
    expect([code, message]).toEqual([
      'ask',
      'It must be started manually: the policy of all sites does not update plugins automatically.',
    ])
  })

  it('names the policy that decided', () => {
    expect(explain({ rules: { minor: 'never' } })).toMatchObject({
      policy_id: 3,
      policy_scope: 'fleet',
      action: 'never',
      level: 'minor',
    })
  })
})
