import { describe, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

describe('/clients/batch', () => {
  it('creates, updates and deletes in this order, one element per item', async () => {
    await rest('POST /clients/add', { name: 'Old', client_email: 'old@a.example' })
    await rest('POST /clients/add', { name: 'Gone' })
    const { status, body } = await rest('POST /clients/batch', {
      delete: [2, 99],
      update: [{ id: 'OLD@a.example', name: 'Renamed' }, { id: 1, client_email: 'bad' }, { name: 'no id' }, null],
      create: [{ name: 'New', client_email: 'new@a.example' }, { name: '' }, 'text'],
    })
    expect(status).toBe(200)
    expect(body.create).toMatchObject([
      { id: 3, success: 1, data: { id: 3, name: 'New', client_email: 'new@a.example' } },
      { id: null, success: 0, error: { code: 'svc_invalid_input', data: { status: 400 } } },
      { success: 0, error: { code: 'svc_invalid_input' } },
    ])
    expect(body.update).toMatchObject([
      { id: 1, success: 1, data: { name: 'Renamed', client_email: 'old@a.example' } },
      { id: 1, success: 0, error: { code: 'svc_invalid_input' } },
      { id: null, success: 0, error: { code: 'svc_invalid_input' } },
      { id: null, success: 0, error: { code: 'svc_invalid_input' } },
    ])
    expect(body.delete).toMatchObject([
      { id: 2, success: 1, data: { deleted: true, client_id: 2 } },
      { id: 99, success: 0, error: { code: 'svc_client_not_found' } },
    ])
  })

  it('is a group of the global batch and checks the permission of each item', async () => {
    const payload = { clients: { create: [{ name: 'A' }], delete: [1] } }
    const { body } = await rest('PUT /batch', payload, fixture.people.keys.write.headers)
    expect(body.clients.create).toMatchObject([{ id: 1, success: 1 }])
    expect(body.clients.delete).toMatchObject([{ id: 1, success: 0, error: { code: 'svc_permission_denied' } }])
  })
})
