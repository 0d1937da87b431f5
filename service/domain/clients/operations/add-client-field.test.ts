import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const total = async () => (await rest('GET /clients/fields')).body.total

describe('add-client-field', () => {
  it('adds a field, from JSON', async () => {
    const { status, body } = await rest('POST /clients/fields/add', { name: ' client.vat ', description: 'VAT number' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: 1,
      message: 'Client field added.',
      data: { field_id: 1, name: 'client.vat', description: 'VAT number' },
    })
  })

  it('adds a field, from a form', async () => {
    const { body } = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/clients/fields/add',
      headers: {
        ...fixture.people.administrator.headers,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'name=VAT&description=',
    })
    expect(body.data).toEqual({ field_id: 1, name: 'VAT', description: '' })
  })

  it('refuses a name that is taken, ignoring case', async () => {
    await rest('POST /clients/fields/add', { name: 'VAT' })
    const { status, body } = await rest('POST /clients/fields/add', { name: 'vat' })
    expect(status).toBe(409)
    expect(body.code).toBe('svc_already_exists')
    expect((await rest('POST /clients/fields/add', { name: 'vat', dry_run: true })).status).toBe(409)
  })

  it('refuses invalid names', async () => {
    const refused = [
      {},
      { name: '' },
      { name: ' ' },
      { name: 'a\nb' },
      { name: 'x'.repeat(101) },
      { name: '__proto__' },
      { name: '2026' },
      { name: ' 7 ' },
    ]
    for (const payload of [...refused, { name: 1 }, { name: 'a', x: 1 }]) {
      const { status, body } = await rest('POST /clients/fields/add', payload)
      expect(status).toBe(400)
      expect(body.code).toBe('svc_invalid_input')
    }
    expect(await total()).toBe(0)
  })

  it('refuses a name of digits only, which would be read as an id', async () => {
    const { body } = await rest('POST /clients/fields/add', { name: '2026' })
    expect(body.data.params.name).toContain('digits')
    const added = { name: 'Bakery', custom_fields: [{ field_name: '7', field_value: 'x', field_desc: 'new' }] }
    expect((await rest('POST /clients/add', added)).status).toBe(400)
    await rest('POST /clients/fields/add', { name: 'VAT' })
    expect((await rest('PUT /clients/fields/1/edit', { name: '7' })).status).toBe(400)
    expect(await total()).toBe(1)
  })

  it('adds nothing in a dry run', async () => {
    const { body } = await rest('POST /clients/fields/add', { name: 'VAT', dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ name: 'VAT', description: '' }], count: 1 })
    expect(await total()).toBe(0)
  })

  it('is refused to limited keys and viewers', async () => {
    for (const { headers } of [fixture.people.keys.limited, fixture.people.viewer]) {
      expect((await rest('POST /clients/fields/add', { name: 'VAT' }, headers)).status).toBe(403)
    }
  })
})
