import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedSites(fixture.service.db, 1))
const create = async (body: object) => (await rest('PUT /update-policies', body)).body.data.policy_id as number

describe('delete-update-policy', () => {
  it('deletes a policy', async () => {
    const id = await create({ scope: 'site', site_id_or_domain: 1, rules: { patch: 'never' } })
    expect((await rest(`DELETE /update-policies/${id}`)).body.data).toEqual({ deleted: true, policy_id: id })
    expect((await rest('GET /update-policies')).body.total).toBe(1)
    expect((await rest(`DELETE /update-policies/${id}`)).body.code).toBe('svc_policy_not_found')
  })

  it('refuses to delete the policy of the fleet', async () => {
    const id = await create({ scope: 'fleet', rules: { patch: 'ask' } })
    expect((await rest(`DELETE /update-policies/${id}`)).status).toBe(400)
  })
})
