import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('/tags/batch creates, updates and deletes in this order, one element per item', async () => {
  await rest('POST /tags/add', { name: 'Old' })
  await rest('POST /tags/add', { name: 'Gone' })
  const { status, body } = await rest('PATCH /tags/batch', {
    create: [{ name: 'New', color: '#abc' }, { name: 'old' }],
    update: [{ id: 1, color: '#fff' }, { id: 99, name: 'X' }, 'text'],
    delete: [2, 'two'],
  })
  expect(status).toBe(200)
  expect(body.create).toMatchObject([
    { id: expect.any(Number), success: 1, data: { name: 'New', color: '#aabbcc' } },
    { id: null, success: 0, error: { code: 'svc_already_exists', data: { status: 409 } } },
  ])
  expect(body.update).toMatchObject([
    { id: 1, success: 1, data: { name: 'Old', color: '#ffffff' } },
    { id: 99, success: 0, error: { code: 'svc_tag_not_found' } },
    { success: 0, error: { code: 'svc_invalid_input' } },
  ])
  expect(body.delete).toMatchObject([
    { id: 2, success: 1, data: { deleted: true, tag_name: 'Gone' } },
    { success: 0, error: { code: 'svc_invalid_input' } },
  ])
})

it('tags are a group of the global batch', async () => {
  const { body } = await rest('POST /batch', { tags: { create: [{ name: 'A' }] } })
  expect(body.tags.create).toMatchObject([{ id: 1, success: 1, data: { name: 'A' } }])
})
