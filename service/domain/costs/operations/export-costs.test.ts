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

it('returns a CSV file with names and exact prices', async () => {
  await fixture.service.db.pool.query(`update tags set name = '2026' where id = 2`)
  await rest('POST /costs/add', {
    name: 'Hosting, big',
    price: '900000000.00000001',
    renewal_type: 'monthly',
    last_renewal: '2026-10-31',
    product_color: '#abcdef',
    note: 'Two\nlines',
    sites: [1, 4],
    groups: [1, 2],
    clients: [1, 3],
  })
  const response = await rest('GET /costs/export')
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toBe('attachment; filename="costs.csv"')
  expect(recordsIn(response.text)).toEqual([
    {
      id: '1',
      name: 'Hosting, big',
      price: '900000000.00000001',
      payment_type: 'subscription',
      license_type: 'single_site',
      product_type: 'other',
      product_slug: '',
      renewal_type: 'monthly',
      last_renewal: '2026-10-31',
      payment_method: '',
      cost_tracker_status: 'active',
      url: '',
      note: 'Two\nlines',
      product_color: '#abcdef',
      icon_hidden: '',
      sites: 'https://site-1.example/; https://site-4.example/',
      // A name of digits would be read as an id.
      groups: 'Boats; 2',
      clients: 'info@harbour.example; 3',
      currency: 'USD',
      next_renewal: '2026-11-30',
    },
  ])
})

it.each([
  ['25.50', '25.5'],
  ['100', '100'],
  ['0', '0'],
])('writes the price %s as %s', async (price, expected) => {
  await rest('POST /costs/add', { name: 'A', price, sites: [1] })
  expect(recordsIn((await rest('GET /costs/export')).text)[0]!.price).toBe(expected)
})

it('escapes cells that a spreadsheet would read as formulas', async () => {
  await rest('POST /costs/add', { name: '=HYPERLINK("https://evil.example")', price: 1, sites: [1], note: '@x' })
  const { text } = await rest('GET /costs/export')
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text).toContain(`'@x`)
})

it('contains what a limited key sees, and needs only the read permission', async () => {
  await rest('POST /costs/add', { name: 'Mine', price: 1, sites: [1, 2], clients: [2] })
  await rest('POST /costs/add', { name: 'Theirs', price: 1, sites: [2] })
  const { text } = await rest('GET /costs/export', undefined, fixture.people.keys.limited.headers)
  expect(recordsIn(text)).toMatchObject([{ name: 'Mine', sites: 'https://site-1.example/', clients: '' }])
  expect((await rest('GET /costs/export', undefined, fixture.people.viewer.headers)).status).toBe(200)
})

it('contains only the header without costs', async () => {
  expect((await rest('GET /costs/export')).text.split('\r\n')).toHaveLength(2)
})
