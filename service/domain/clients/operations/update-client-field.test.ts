import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

beforeEach(async () => {
  await rest('POST /clients/fields/add', { name: 'VAT number', description: 'Tax' })
  await rest('POST /clients/fields/add', { name: 'Contract' })
  await ability('add-client', { name: 'Acme', custom_fields: { 'VAT number': 'DE1' } })
})

describe('update-client-field', () => {
  it.each(['PUT', 'PATCH'])('renames with %s, and clients keep their values', async (method) => {
    const { status, body } = await rest(`${method} /clients/fields/1/edit`, { name: 'VAT' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: 1,
      message: 'Client field updated.',
      data: { field_id: 1, name: 'VAT', description: 'Tax' },
    })
    expect((await rest('GET /clients/1')).body.data.custom_fields).toEqual({ VAT: 'DE1' })
  })

  it('finds the field by its name, and clears the description', async () => {
    const { body } = await rest('PUT /clients/fields/vat%20NUMBER/edit', { description: '' })
    expect(body.data).toEqual({ field_id: 1, name: 'VAT number', description: '' })
  })

  it('changes nothing when nothing is given, or in a dry run', async () => {
    const before = (await rest('GET /clients/fields')).body.data
    expect((await rest('PUT /clients/fields/1/edit', {})).status).toBe(200)
    const { body } = await rest('PUT /clients/fields/1/edit', { name: 'X', dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, field_id: 1, would_affect: [{ name: 'VAT number' }] })
    expect((await rest('GET /clients/fields')).body.data).toEqual(before)
  })

  it('refuses taken and invalid names', async () => {
    expect((await rest('PUT /clients/fields/1/edit', { name: 'contract' })).status).toBe(409)
    expect((await rest('PUT /clients/fields/1/edit', { name: 'contract', dry_run: true })).status).toBe(409)
    expect((await rest('PUT /clients/fields/1/edit', { name: '' })).status).toBe(400)
    expect((await rest('PUT /clients/fields/1/edit', { name: null })).status).toBe(400)
  })

  it('returns 404 for unknown fields', async () => {
    for (const ref of ['99', 'Tax']) {
      const { status, body } = await rest(`PUT /clients/fields/${ref}/edit`, { name: 'X' })
      expect(status).toBe(404)
      expect(body.code).toBe('svc_client_field_not_found')
    }
    expect((await rest('POST /clients/fields/1/edit', { name: 'X' })).status).toBe(405)
  })

  it('is refused to limited keys', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await rest('PUT /clients/fields/1/edit', { name: 'X' }, headers)).status).toBe(403)
  })
})
