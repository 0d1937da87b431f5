import { describe, expect, it } from 'vitest'
import { setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(3)
const { rest } = fixture

describe('end-rollout', () => {
  it('cancels what waits and keeps what was installed', async () => {
    const { rollout_id: id } = await fixture.create({ waves: [{ sites: 1, soak_minutes: 60 }, {}] })
    await fixture.until(id, 'soaking')
    const { body } = await rest(`POST /rollouts/${id}/end`)
    expect(body.data).toMatchObject({ status: 'ended', sites_updated: 1, sites_left: 0 })
    expect((await fixture.steps(id)).map(({ state }) => state)).toEqual(['updated', 'cancelled', 'cancelled'])
    expect((await rest(`POST /rollouts/${id}/end`)).status).toBe(409)
    expect((await rest('GET /rollouts?open=true')).body.total).toBe(0)
  })
})
