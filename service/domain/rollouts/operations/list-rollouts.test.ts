import { describe, expect, it } from 'vitest'
import { setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(2)
const { rest } = fixture

describe('list-rollouts', () => {
  it('lists the newest first, and those that are open', async () => {
    const starts_at = '2026-12-01T00:00:00Z'
    const first = await fixture.create({ name: 'First', starts_at })
    await fixture.create({ name: 'Second', starts_at })
    await rest(`POST /rollouts/${first.rollout_id}/end`)
    const names = async (query: string) =>
      ((await rest(`GET /rollouts${query}`)).body.data as { name: string }[]).map(({ name }) => name)
    expect(await names('')).toEqual(['Second', 'First'])
    expect(await names('?open=true')).toEqual(['Second'])
    expect(await names('?open=false')).toEqual(['First'])
  })
})
