import { beforeEach, expect, it } from 'vitest'
import { readCsv } from '../../../platform/csv.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const recordsIn = (text: string) => {
  const { header, rows } = readCsv(text)
  return rows.map(({ cells }) => Object.fromEntries(header.map((name, index) => [name, cells[index]])))
}

it('returns a CSV file with every field, sites by address and custom fields by name', async () => {
  await rest('POST /clients/fields/add', { name: 'VAT number', description: '' })
  await rest('PATCH /clients/1/edit', {
    client_phone: '+49 30 1',
    city: 'Kiel',
    note: 'Two\nlines',
    custom_fields: { 'VAT number': 'DE1' },
  })
  const response = await rest('GET /clients/export')
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toBe('attachment; filename="clients.csv"')
  const records = recordsIn(response.text)
  expect(records).toHaveLength(3)
  expect(records[0]).toEqual({
    id: '1',
    name: 'Harbour',
    client_email: 'info@harbour.example',
    client_phone: '+49 30 1',
    address_1: '',
    address_2: '',
    city: 'Kiel',
    state: '',
    zip: '',
    country: '',
    note: 'Two\nlines',
    client_facebook: '',
    client_twitter: '',
    client_instagram: '',
    client_linkedin: '',
    selected_sites: 'https://site-1.example/; https://site-2.example/',
    'field: VAT number': 'DE1',
  })
  expect(records[2]).toMatchObject({ name: 'Pier', client_email: '', selected_sites: '', 'field: VAT number': '' })
  // Otherwise a spreadsheet would read it as a formula.
  expect(response.text).toContain(`,'+49 30 1,`)
})

it('contains what a limited key sees', async () => {
  const { text } = await rest('GET /clients/export', undefined, fixture.people.keys.limited.headers)
  expect(recordsIn(text)).toMatchObject([{ name: 'Harbour', selected_sites: 'https://site-1.example/' }])
})

it('needs only the read permission', async () => {
  expect((await rest('GET /clients/export', undefined, fixture.people.viewer.headers)).status).toBe(200)
  expect((await rest('GET /clients/export', undefined, fixture.people.keys.delete.headers)).status).toBe(403)
})
