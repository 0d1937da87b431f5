import { describe, expect, it } from 'vitest'
import { forms, setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(4)
const { rest } = fixture

describe('resume-rollout', () => {
  it('goes on with a new budget', async () => {
    for (const site of fixture.sites) site.onUpdate(forms, 'breaks')
    const { rollout_id: id } = await fixture.create({ waves: [{ max_failures: 1 }] })
    expect(await fixture.until(id, 'paused')).toMatchObject({ sites_failed: 1, sites_left: 3 })
    for (const site of fixture.sites) site.onUpdate(forms, 'success')
    // The release was held only after more failures.
    const { body } = await rest(`POST /rollouts/${id}/resume`)
    expect(body.data).toMatchObject({ status: 'running', pause_code: null })
    expect(await fixture.until(id, 'finished')).toMatchObject({ sites_updated: 3, sites_failed: 1 })
  })

  it('is refused while the rollout runs', async () => {
    const { rollout_id: id } = await fixture.create({ waves: [{ sites: 1, soak_minutes: 60 }, {}] })
    await fixture.until(id, 'soaking')
    expect((await rest(`POST /rollouts/${id}/resume`)).body.code).toBe('svc_rollout_status')
  })
})
