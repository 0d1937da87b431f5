import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

beforeEach(async () => {
  for (const name of ['VAT', 'contract', 'Birthday']) {
    await rest('POST /clients/fields/add', { name, description: `About ${name}` })
  }
})

describe('list-client-fields', () => {
  it('returns all fields sorted by name', async () => {
    const { status, body } = await rest('GET /clients/fields')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: 1,
      message: 'Retrieved successfully.',
      total: 3,
      page: 1,
      per_page: 1000,
      pages: 1,
      data: [
        { field_id: 3, name: 'Birthday', description: 'About Birthday' },
        { field_id: 2, name: 'contract', description: 'About contract' },
        { field_id: 1, name: 'VAT', description: 'About VAT' },
      ],
    })
  })

  it.each(['per_page', 'pre_page'])('pages with %s', async (parameter) => {
    expect((await rest(`GET /clients/fields?page=2&${parameter}=2`)).body).toMatchObject({
      total: 3,
      page: 2,
      per_page: 2,
      pages: 2,
      data: [{ name: 'VAT' }],
    })
  })

  it('filters', async () => {
    const questions: [string, string[]][] = [
      ['search=a', ['Birthday', 'contract', 'VAT']],
      ['search=va', ['VAT']],
      ['search=%25', []],
      ['include=1,3', ['Birthday', 'VAT']],
      ['exclude=1&search=t', ['Birthday', 'contract']],
    ]
    for (const [query, names] of questions) {
      const { body } = await rest(`GET /clients/fields?${query}`)
      expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names)
      expect(body.total).toBe(names.length)
    }
  })

  it('refuses both spellings at once and unknown fields', async () => {
    expect((await rest('GET /clients/fields?per_page=1&pre_page=2')).status).toBe(400)
    expect((await rest('GET /clients/fields?per_page=101')).status).toBe(400)
    expect((await rest('GET /clients/fields?status=active')).status).toBe(400)
  })
})
