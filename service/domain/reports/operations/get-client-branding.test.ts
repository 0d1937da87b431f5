import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('returns what differs for the client and what its reports use', async () => {
  const { id } = (await rest('POST /clients/add', { name: 'Acme' })).body.data
  await rest('PUT /settings/reports/edit', { company_name: 'Agency', brand_color: '#112233' })
  const { body } = await rest(`GET /clients/${id}/branding`)
  expect(body.data).toMatchObject({ client_id: id, own: {} })
  expect(body.data.used).toMatchObject({ company_name: 'Agency', brand_color: '#112233', language: 'en', logo: '' })
  expect((await rest(`GET /clients/${id}/branding`, undefined, fixture.people.viewer.headers)).status).toBe(200)
  expect((await rest('GET /clients/99/branding')).status).toBe(404)
  // The client has no site that the key sees.
  expect((await rest(`GET /clients/${id}/branding`, undefined, fixture.people.keys.limited.headers)).status).toBe(404)
})
