import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const send = (csv: string, more: object = {}, headers?: Record<string, string>) =>
  rest('POST /clients/import', { csv, ...more }, headers)
const client = async (ref: number | string) => (await rest(`GET /clients/${ref}`)).body.data
const mistakes = async (csv: string) => {
  const { status, body } = await send(csv)
  expect(status).toBe(400)
  return body.data.params
}
const done = (added: number, updated: number) => ({
  added,
  updated,
  total: added + updated,
  errors: [],
  total_errors: 0,
  results: expect.any(Array),
})

describe('a CSV file of clients', () => {
  it('adds them with their sites and custom fields', async () => {
    const csv =
      'Name,Client email,City,Selected sites,Field: VAT number\nLighthouse,light@example.com,Kiel,"site-4.example; 3",DE7'
    expect((await send(csv)).body).toEqual({ success: 1, message: 'Clients imported.', data: done(1, 0) })
    expect(await client('light@example.com')).toMatchObject({
      name: 'Lighthouse',
      city: 'Kiel',
      sites_count: 2,
      custom_fields: { 'VAT number': 'DE7' },
    })
    expect(await client(2)).toMatchObject({ sites_count: 0 })
  })

  it('changes the client with the id or e-mail address of a row; missing columns stay, empty cells clear', async () => {
    await rest('PATCH /clients/1/edit', { city: 'Kiel', zip: '1' })
    const csv = 'id,name,client_email,zip\n,Port,INFO@harbour.example,\n3,Pier,pier@example.com,2\n'
    expect((await send(csv)).body.data).toEqual(done(0, 2))
    expect(await client(1)).toMatchObject({ name: 'Port', city: 'Kiel', zip: '', sites_count: 2 })
    expect(await client(3)).toMatchObject({ client_email: 'pier@example.com', zip: '2' })
  })

  it('changes nothing when it is sent twice, where rows have e-mail addresses', async () => {
    const csv = 'name,client_email\nLighthouse,light@example.com\n'
    expect((await send(csv)).body.data).toEqual(done(1, 0))
    expect((await send(csv)).body.data).toEqual(done(0, 1))
  })

  it('can be exported and imported unchanged, also without ids', async () => {
    await rest('PATCH /clients/1/edit', { note: `=1+1 "x"\n'@y`, client_phone: '+1' })
    const before = [await client(1), await client(2)]
    const { text } = await rest('GET /clients/export')
    expect((await send(text)).body.data).toEqual(done(0, 3))
    expect([await client(1), await client(2)]).toEqual([
      { ...before[0], updated_at: '2026-11-15T09:00:00Z' },
      { ...before[1], updated_at: '2026-11-15T09:00:00Z' },
    ])
    // The third has no e-mail address to match by.
    expect((await send(text, { ignore_ids: true })).body.data).toEqual(done(1, 2))
  })
})

describe('a file with errors', () => {
  it('is refused as a whole, with the lines of the errors', async () => {
    const csv = `id,name,client_email,selected_sites
,Good,good@example.com,1
,,bad,site-9.example
9,Nine,,
1,One,,
,One again,info@harbour.example,
,Twin,twin@example.com,
,Twin,TWIN@example.com,
`
    expect(await mistakes(csv)).toEqual({
      'line 3: name': expect.stringContaining('at least 1'),
      'line 3: client_email': expect.stringContaining('e-mail address'),
      'line 3: selected_sites': 'contains unknown sites: site-9.example',
      'line 4: id': 'is unknown: there is no client with the id 9',
      'line 6: client': 'is the same as in line 5',
      'line 8: client': 'is the same as in line 7',
    })
    expect((await rest('GET /clients')).body.total).toBe(3)
  })

  it.each([
    ['name,colour\nA,red', /unknown columns: colour; known columns: name, client_email/],
    ['name\n', /no rows/],
    ['client_email\na@example.com', /./],
  ])('%j', async (csv, reason) => expect(Object.values(await mistakes(csv)).join()).toMatch(reason))
})

it('reports a line whose e-mail address was taken meanwhile, and imports the others', async () => {
  const { status, body } = await send('id,name,client_email\n3,Pier,info@harbour.example\n,New,new@example.com\n')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    added: 1,
    updated: 0,
    total: 2,
    errors: [{ line: 2, code: 'svc_already_exists', message: expect.stringContaining('info@harbour.example') }],
    total_errors: 1,
    results: [
      { row: 1, outcome: 'failed', id: null, label: 'Pier', code: 'svc_already_exists', message: expect.any(String) },
      { row: 2, outcome: 'created', id: 4, label: 'New', code: null, message: null },
    ],
  })
})

it('lists the action of each row in a dry run and changes nothing', async () => {
  const { body } = await send('name,client_email\nPort,info@harbour.example\nNew,new@example.com\n', { dry_run: true })
  expect(body.data.would_affect).toEqual([
    { row: 1, line: 2, id: 1, name: 'Port', action: 'update' },
    { row: 2, line: 3, id: null, name: 'New', action: 'add' },
  ])
  expect((await rest('GET /clients')).body.total).toBe(3)
  expect((await client(1)).name).toBe('Harbour')
})

it('needs the permission to change clients; a limited key matches only its own', async () => {
  const { viewer, keys } = fixture.people
  expect((await send('name\nA', {}, viewer.headers)).status).toBe(403)
  const limited = async (csv: string) => (await send(csv, {}, keys.limited.headers)).body.data
  expect((await limited('id,name\n2,Mine')).params).toHaveProperty('line 2: id')
  // Client 1 has a site that this key does not see.
  expect(await limited('id,name\n1,Mine')).toMatchObject({ errors: [{ line: 2, code: 'svc_permission_denied' }] })
  expect(await limited('name,selected_sites\nMine,4')).toMatchObject({ added: 1 })
})

describe('with skip_invalid', () => {
  const rows = [
    { name: 'Lighthouse', client_email: 'light@example.com' },
    { name: 'Port', client_email: 'info@harbour.example' },
    { name: 'Wrong', client_email: 'not an address' },
    { name: 'Lighthouse again', client_email: 'LIGHT@example.com' },
  ]

  it('imports the valid rows as planned and reports the others', async () => {
    const { body: planned } = await rest('POST /clients/import', { rows, skip_invalid: true, dry_run: true })
    expect(planned.data).toMatchObject({
      would_affect: [
        { row: 1, action: 'add' },
        { row: 2, action: 'update', id: 1 },
      ],
      rejected: [{ row: 3, problems: { client_email: expect.stringContaining('e-mail address') } }],
      skipped: [{ row: 4, message: 'The client is the same as in line 1.' }],
    })
    const { body } = await rest('POST /clients/import', { rows, skip_invalid: true })
    expect(body.data).toMatchObject({ added: 1, updated: 1, total: 4, total_errors: 1 })
    expect(body.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['created', 'merged', 'failed', 'skipped'],
    ])
  })

  it('maps the columns of a file, and ignores those mapped to null', async () => {
    const csv = 'Firma|Kontakt|Farbe\nLeuchtturm|licht@example.com|rot'
    const columns = { Firma: 'name', Kontakt: 'client_email', Farbe: null }
    expect((await rest('POST /clients/import', { csv, columns })).body.data).toMatchObject({ added: 1 })
    expect(await client('licht@example.com')).toMatchObject({ name: 'Leuchtturm' })
  })

  it('adds 1,000 clients without a query per row', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      name: `A ${index}`,
      client_email: `a${index}@example.com`,
    }))
    const texts = await queriesOf(async () => void (await rest('POST /clients/import', { rows: many })))
    expect(texts.length).toBeLessThan(100)
    expect((await rest('GET /clients')).body.total).toBe(1_003)
  })
})
