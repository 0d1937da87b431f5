import { describe, expect, it } from 'vitest'
import { effectivePolicy, type ScopedPolicy } from './effective-policy.ts'
import type { PolicyRules } from './policy.ts'

const none = { tag_id: null, view_id: null, client_id: null, site_id: null, item_type: null, item_slug: null }
const fleet = (rules: PolicyRules = {}): ScopedPolicy => ({
  id: null,
  scope: 'fleet',
  ...none,
  rules: {
    patch: 'automatic',
    minor: 'automatic',
    major: 'automatic',
    security: 'automatic',
    types: ['plugin'],
    delay_days: 1,
    ...rules,
  },
})
const tag = (tag_id: number, rules: PolicyRules): ScopedPolicy => ({
  id: 10 + tag_id,
  scope: 'tag',
  ...none,
  tag_id,
  rules,
})
const client: ScopedPolicy = { id: 20, scope: 'client', ...none, client_id: 5, rules: { patch: 'ask', delay_days: 7 } }
const site: ScopedPolicy = { id: 30, scope: 'site', ...none, site_id: 1, rules: { patch: 'never' } }
const item: ScopedPolicy = {
  id: 40,
  scope: 'item',
  ...none,
  item_type: 'plugin',
  item_slug: 'shop/shop.php',
  rules: { patch: 'automatic' },
}
const here = { id: 1, clientId: 5, tagIds: [1, 2], viewIds: [] }
const shop = { type: 'plugin', slug: 'shop/shop.php' } as const
const forms = { type: 'plugin', slug: 'forms/forms.php' } as const

describe('the policy of an item on a site', () => {
  it('is decided by the most specific policy that has the value', () => {
    const all = [fleet(), tag(1, { patch: 'ask' }), client, site, item]
    expect(effectivePolicy(all, here, shop).action('patch')).toEqual({
      value: 'automatic',
      by: { id: 40, scope: 'item' },
    })
    expect(effectivePolicy(all, here, forms).action('patch')).toEqual({ value: 'never', by: { id: 30, scope: 'site' } })
    expect(effectivePolicy(all, here, forms).delayDays).toEqual({ value: 7, by: { id: 20, scope: 'client' } })
    expect(effectivePolicy(all, { ...here, id: 2 }, forms).action('patch').value).toBe('ask')
    expect(
      effectivePolicy(all, { id: 2, clientId: null, tagIds: [], viewIds: [] }, forms).action('patch').by.scope,
    ).toBe('fleet')
  })

  it('takes the stricter of several tags, in any order', () => {
    for (const tags of [
      [tag(1, { minor: 'never' }), tag(2, { minor: 'automatic', delay_days: 3 })],
      [tag(2, { minor: 'automatic', delay_days: 3 }), tag(1, { minor: 'never' })],
    ]) {
      const policy = effectivePolicy([fleet(), ...tags], here, forms)
      expect([policy.action('minor').value, policy.delayDays.value]).toEqual(['never', 3])
    }
  })

  it('asks for types that the fleet does not update automatically, and never turns never into ask', () => {
    const theme = { type: 'theme', slug: 'harbour' } as const
    expect(effectivePolicy([fleet()], here, theme).action('patch').value).toBe('ask')
    expect(effectivePolicy([fleet({ major: 'never' })], here, theme).action('major').value).toBe('never')
    expect(effectivePolicy([fleet(), tag(1, { patch: 'automatic' })], here, theme).action('patch').value).toBe(
      'automatic',
    )
    const plugins = tag(1, { patch: 'automatic', types: ['plugin'] })
    expect(effectivePolicy([fleet(), plugins], here, theme).action('patch').value).toBe('ask')
  })

  it('merges gates one by one', () => {
    const { gates } = effectivePolicy([fleet(), tag(1, { gates: { size: 'block' } })], here, null)
    expect(gates).toMatchObject({ status: 'block', size: 'block', time: 'warn' })
  })
})
