import { describe, expect, it } from 'vitest'
import { setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(3)
const { rest } = fixture

describe('pause-rollout', () => {
  it('starts no further step', async () => {
    const { rollout_id: id } = await fixture.create({ waves: [{ sites: 1, soak_minutes: 60 }, {}] })
    await fixture.until(id, 'soaking')
    const { body } = await rest(`POST /rollouts/${id}/pause`)
    expect(body.data).toMatchObject({ status: 'paused', pause_code: 'by_person' })
    fixture.service.clock.advance(120 * 60_000)
    await fixture.service.app.run('advance-rollouts', {})
    expect(await fixture.read(id)).toMatchObject({ status: 'paused', sites_updated: 1, sites_left: 2 })
    const again = await rest(`POST /rollouts/${id}/pause`)
    expect([again.status, again.body.code]).toEqual([409, 'svc_rollout_status'])
  })

  it('refuses an unknown rollout', async () => {
    expect((await rest('POST /rollouts/99/pause')).body.code).toBe('svc_rollout_not_found')
  })
})
