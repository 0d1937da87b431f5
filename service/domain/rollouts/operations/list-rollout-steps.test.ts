import { describe, expect, it } from 'vitest'
import { forms, oneWave, setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(3)

describe('list-rollout-steps', () => {
  it('shows what was checked before and after, and why a site failed', async () => {
    fixture.sites[1]!.onUpdate(forms, 'breaks')
    const { rollout_id: id } = await fixture.create(oneWave)
    await fixture.until(id, 'finished')
    const [broken] = await fixture.steps(id, '?states=broken')
    expect(broken).toMatchObject({
      site_id: 2,
      items: [{ slug: forms, from: '1.0', to: '1.1' }],
      evidence: {
        healthy: false,
        before: expect.arrayContaining([expect.objectContaining({ path: '', http_status: 200 })]),
        after: expect.arrayContaining([expect.objectContaining({ path: '', http_status: 500, fatal_error: true })]),
        gates: expect.arrayContaining([
          expect.objectContaining({ gate: 'status', result: 'failed', mode: 'block' }),
          expect.objectContaining({ gate: 'error_text', result: 'failed' }),
          expect.objectContaining({ gate: 'key_text', result: 'not_checked' }),
        ]),
      },
    })
    expect(await fixture.steps(id, '?states=updated')).toHaveLength(2)
    expect(await fixture.steps(id, '?wave=1')).toEqual([])
  })
})
