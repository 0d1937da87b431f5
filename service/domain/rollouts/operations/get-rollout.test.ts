import { describe, expect, it } from 'vitest'
import { forms, setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(2)

describe('get-rollout', () => {
  it('returns the waves with their budgets and the items', async () => {
    const { rollout_id: id } = await fixture.create({ waves: [{ sites: 1, soak_minutes: 60, max_failures: 1 }, {}] })
    const shown = await fixture.until(id, 'soaking')
    expect(shown).toMatchObject({
      items: [{ type: 'plugin', slug: forms, name: 'Forms', to: '1.1', sites: 2 }],
      waves: [
        { wave: 0, name: 'Canary', budget: 1, budget_left: 1, total: 1, updated: 1, waiting: 0 },
        { wave: 1, name: 'Other sites', budget: 1, total: 1, updated: 0, waiting: 1, next_wave_at: null },
      ],
    })
  })
})
