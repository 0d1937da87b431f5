import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedSites(fixture.service.db, 2))

describe('list-update-policies', () => {
  it('lists the default policy of a new installation', async () => {
    const { body } = await rest('GET /update-policies')
    expect(body.data).toMatchObject([
      {
        policy_id: null,
        scope: 'fleet',
        name: 'All sites',
        rules: {
          patch: 'automatic',
          types: [],
          delay_days: 1,
          guard: 'if_possible',
          hold_after: 3,
          gates: { status: 'block' },
        },
      },
    ])
  })

  it('lists the policies of one site', async () => {
    for (const site of [1, 2])
      await rest('PUT /update-policies', {
        scope: 'site',
        site_id_or_domain: site,
        rules: { key_text: `Text ${site}` },
      })
    const { body } = await rest('GET /update-policies?site_id_or_domain=2')
    expect(body.data).toMatchObject([{ scope: 'fleet' }, { scope: 'site', site_id: 2, rules: { key_text: 'Text 2' } }])
  })
})
