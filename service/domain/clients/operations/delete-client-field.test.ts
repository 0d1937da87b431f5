import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const values = async () => (await rest('GET /clients/1')).body.data.custom_fields

beforeEach(async () => {
  await rest('POST /clients/fields/add', { name: 'VAT' })
  await rest('POST /clients/fields/add', { name: 'Contract' })
  await ability('add-client', { name: 'Acme', custom_fields: { VAT: 'DE1', Contract: '2027' } })
  await ability('add-client', { name: 'Beta', custom_fields: { VAT: 'DE2' } })
})

describe('delete-client-field', () => {
  it.each(['1', 'vat'])('deletes the field %s and its values', async (ref) => {
    const { status, body } = await rest(`DELETE /clients/fields/${ref}/delete`)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: 1,
      message: 'Client field deleted.',
      data: { deleted: true, field_id: 1, name: 'VAT', clients_affected: 2 },
    })
    expect(await values()).toEqual({ Contract: '2027' })
    expect((await rest(`DELETE /clients/fields/${ref}/delete`)).body.code).toBe('svc_client_field_not_found')
  })

  it('returns what would be lost in a dry run and deletes nothing', async () => {
    const { body } = await rest('DELETE /clients/fields/VAT/delete?dry_run=true')
    expect(body.data).toEqual({
      dry_run: true,
      field_id: 1,
      clients_affected: 2,
      would_affect: [{ field_id: 1, name: 'VAT', description: '' }],
      count: 1,
      warnings: ['The values of 2 client(s) would be lost.'],
    })
    expect(await values()).toEqual({ VAT: 'DE1', Contract: '2027' })
  })

  it('needs confirm without DELETE', async () => {
    await expect(fixture.service.app.run('delete-client-field', { id_name: 1 })).rejects.toMatchObject({
      code: 'svc_confirmation_required',
    })
  })

  it('needs the delete scope and a key without limits', async () => {
    for (const { headers } of [fixture.people.keys.write, fixture.people.keys.limited]) {
      expect((await rest('DELETE /clients/fields/1/delete', undefined, headers)).status).toBe(403)
    }
  })
})
