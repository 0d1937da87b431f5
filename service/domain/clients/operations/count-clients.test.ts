import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 1)
  await ability('add-client', { name: 'Acme', selected_sites: [1] })
  await ability('add-client', { name: 'Beta' })
  await ability('add-client', { name: 'Gamma' })
  await ability('suspend-client', { client_id_or_email: 3 })
})

describe('count-clients', () => {
  it('counts the filtered clients', async () => {
    const questions: [object, number][] = [
      [{}, 3],
      [{ status: 'any' }, 3],
      [{ status: 'active' }, 2],
      [{ status: 'suspended' }, 1],
      [{ search: 'a', exclude: [1] }, 2],
      [{ include: [1, 2] }, 2],
    ]
    for (const [input, total] of questions) {
      expect((await ability('count-clients', input)).body, JSON.stringify(input)).toEqual({ total })
    }
  })

  it('applies the filters over REST', async () => {
    expect((await rest('GET /clients/count')).body).toMatchObject({ success: 1, total: 3, data: { total: 3 } })
    expect((await rest('GET /clients/count?status=suspended')).body.total).toBe(1)
    expect((await rest('GET /clients/count?status=lost')).status).toBe(400)
  })

  it('counts the visible clients of a limited key, also after a site got another client', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await ability('count-clients', {}, headers)).body.total).toBe(1)
    await fixture.service.db.updateTable('sites').set({ client_id: null }).execute()
    expect((await ability('count-clients', {}, headers)).body.total).toBe(0)
  })
})
