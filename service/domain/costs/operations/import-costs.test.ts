import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const send = (csv: string, more: object = {}, headers?: Record<string, string>) =>
  rest('POST /costs/import', { csv, ...more }, headers)
const costs = async () => (await rest('GET /costs')).body.data
const mistakes = async (csv: string) => {
  const { status, body } = await send(csv)
  expect(status).toBe(400)
  return body.data.params
}

describe('a table', () => {
  it('adds costs for sites by address, tags by name and clients by e-mail address, or all by id', async () => {
    const csv = [
      'Name;Price;Renewal type;Last renewal;Sites;Groups;Clients',
      'Hosting;25,5;;;;;',
      'Hosting;25.5;monthly;2026-11-01;"site-1.example; HTTPS://www.SITE-2.example";boats;',
      'Mail;3;;;4;;"INFO@shipyard.example; 3"',
    ]
    expect(await mistakes(csv.join('\n'))).toMatchObject({
      'line 2: price': expect.stringContaining('must be a price'),
    })
    csv.splice(1, 1)
    const { status, body } = await send(csv.join('\n'))
    expect([status, body]).toEqual([
      200,
      { success: 1, message: 'Costs imported.', data: expect.objectContaining({ added: 2, updated: 0, total: 2 }) },
    ])
    expect(await costs()).toMatchObject([
      { name: 'Hosting', price: 25.5, renewal_type: 'monthly', sites: [1, 2], groups: [1], clients: [] },
      { name: 'Mail', price: 3, renewal_type: 'disabled', sites: [4], groups: [], clients: [2, 3] },
    ])
  })

  it('changes the cost with the id of a row; missing columns stay, empty cells clear', async () => {
    await rest('POST /costs/add', {
      name: 'A',
      price: 1,
      note: 'keep',
      url: 'https://a.example/',
      sites: [1],
      clients: [2],
    })
    await rest('POST /costs/add', { name: 'B', price: 2, sites: [2] })
    const { body } = await send('id,name,price,url,sites\n1,A2,1.5,,4\n2,B,3,https://b.example/,2\n,C,4,,3\n')
    expect(body.data).toMatchObject({ added: 1, updated: 2, total: 3 })
    expect(await costs()).toMatchObject([
      { id: 1, name: 'A2', price: 1.5, url: '', note: 'keep', sites: [4], clients: [2] },
      { id: 2, name: 'B', price: 3, url: 'https://b.example/' },
      { id: 3, name: 'C', price: 4, sites: [3] },
    ])
  })

  it('can be exported and imported unchanged, also with unusual texts', async () => {
    await rest('POST /costs/add', {
      name: `=1+1 "quoted", 'x'`,
      price: '0.00000001',
      note: '-a\n@b\t',
      sites: [1],
      groups: [2],
    })
    await rest('POST /costs/add', {
      name: `'=x`,
      price: 5,
      clients: [3],
      last_renewal: '2026-01-31',
      renewal_type: 'yearly',
    })
    const before = await costs()
    const { text } = await rest('GET /costs/export')
    expect((await send(text)).body.data).toMatchObject({ added: 0, updated: 2, total: 2 })
    expect(await costs()).toEqual(before)
    expect((await send(text, { ignore_ids: true })).body.data).toMatchObject({ added: 2, updated: 0, total: 2 })
    expect((await costs()).slice(2)).toMatchObject(
      before.map(({ name, price }: { name: string; price: number }) => ({ name, price })),
    )
  })
})

describe('all rows or none', () => {
  it('returns every error with its line', async () => {
    await rest('POST /costs/add', { name: 'A', price: 1, sites: [1] })
    const csv = `id,name,price,renewal_type,product_type,sites,groups,clients
,Good,1,monthly,plugin,site-1.example,,
,,x,daily,plugin,site-1.example,,
,Lost,1,,boat,,,
,Unknown,1,,,site-9.example;99,Whales,unknown@example.com
9,Nine,1,,,1,,
1,One,1,,,1,,
1,One again,1,,,1,,
zero,Zero,1,,,1,,
`
    expect(await mistakes(csv)).toEqual({
      'line 3: name': expect.stringContaining('at least 1 characters'),
      'line 3: price': expect.stringContaining('must be a price'),
      'line 3: renewal_type': 'must be one of: weekly, monthly, quarterly, yearly, disabled',
      'line 5: sites': 'contains unknown names: site-9.example, 99',
      'line 5: groups': 'contains unknown names: Whales',
      'line 5: clients': 'contains unknown names: unknown@example.com',
      'line 8: id': 'is the same as in line 7',
      'line 9: id': 'must be the id of a cost, or empty',
    })
    const readable = csv.split('\n').filter((_, index) => [0, 1, 3, 5, 6].includes(index))
    expect(await mistakes(readable.join('\n'))).toEqual({
      'line 3: product_type': 'must be one of: plugin, theme, hosting, service, other',
      'line 3: sites': 'at least one of sites, groups and clients must not be empty',
      'line 4: id': 'is unknown: there is no cost with the id 9',
    })
    expect(await costs()).toHaveLength(1)
  })

  it('requires a name and a price in new rows', async () => {
    expect(await mistakes('name,sites\nA,1')).toEqual({ 'line 2: price': expect.stringContaining('must be a price') })
  })

  it.each([
    ['', /names the columns/],
    ['name,price\n', /no rows/],
    ['name,planet\nA,red', /unknown columns: planet; known columns: name, price/],
    ['name,price\nA', /1 cells in line 2 under 2 columns/],
  ])('refuses %j', async (csv, reason) => {
    expect((await mistakes(csv)).csv).toMatch(reason)
  })
})

it('imports thousands of rows, each with its own targets', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `Cost ${index},${index}.5,site-${(index % 4) + 1}.example`)
  expect((await send(`name,price,sites\n${rows.join('\n')}`)).body.data).toMatchObject({ added: 3_000 })
  const { rows: counted } = await fixture.service.db.pool.query(
    'select count(distinct cost_id) as costs from cost_targets',
  )
  expect(counted).toEqual([{ costs: 3_000 }])
  expect((await rest('GET /costs/3000')).body.data).toMatchObject({ name: 'Cost 2999', price: 2999.5, sites: [4] })
})

it('returns the same errors and the action of each row in a dry run', async () => {
  await rest('POST /costs/add', { name: 'A', price: 1, sites: [1] })
  const { body } = await send('id,name,price,sites\n1,B,1,1\n,C,1,1', { dry_run: true })
  expect(body.data).toMatchObject({
    count: 2,
    would_affect: [
      { line: 2, id: 1, name: 'B', action: 'update' },
      { line: 3, id: null, name: 'C', action: 'add' },
    ],
  })
  expect((await send('id,name\n9,B', { dry_run: true })).status).toBe(400)
  expect(await costs()).toMatchObject([{ name: 'A' }])
})

it('needs the permission to change costs; a limited key must see all sites of a cost', async () => {
  const { viewer, keys } = fixture.people
  await rest('POST /costs/add', { name: 'Shared', price: 1, sites: [1, 2] })
  await rest('POST /costs/add', { name: 'Hidden', price: 1, sites: [2] })
  const limited = async (csv: string) => (await send(csv, {}, keys.limited.headers)).body
  expect((await send('name,price,sites\nA,1,1', {}, viewer.headers)).status).toBe(403)
  expect((await limited('name,price,sites\nA,1,1')).data).toMatchObject({ added: 1, updated: 0, total: 1 })
  expect((await limited('name,price,sites\nA,1,2')).data.params).toEqual({
    'line 2: sites': 'contains unknown names: 2',
  })
  expect((await limited('name,price,clients\nA,1,info@shipyard.example')).data.params).toEqual({
    'line 2: clients': 'contains unknown names: info@shipyard.example',
  })
  expect((await limited('name,price,groups\nA,1,Boats')).code).toBe('svc_permission_denied')
  expect((await limited('id,name\n1,Mine')).code).toBe('svc_permission_denied')
  expect((await limited('id,name\n2,Mine')).data.params).toHaveProperty('line 2: id')
})

describe('with skip_invalid and create_missing', () => {
  const rows = [
    { name: 'Forms Pro', price: '49', clients: 'New client; INFO@shipyard.example', groups: 'new tag' },
    { name: 'Forms Pro', price: '49', clients: 'New client; INFO@shipyard.example', groups: 'new tag' },
    { name: 'Hosting', price: 'much', sites: 'site-1.example' },
    { name: 'For nothing', price: '1' },
    { id: '77', name: 'Unknown', price: '1', sites: '1' },
    { name: 'Mail', price: '3', clients: 'new CLIENT' },
  ]
  const options = { rows, skip_invalid: true, create_missing: true }

  it('imports the valid rows as planned, with the clients and tags that they name', async () => {
    const { body: planned } = await rest('POST /costs/import', { ...options, dry_run: true })
    expect(planned.data).toMatchObject({
      would_affect: [{ row: 1 }, { row: 6 }],
      creates: { clients: ['New client'], tags: ['new tag'] },
      skipped: [{ row: 2, message: 'The cost is the same as in row 1.' }],
      rejected: [
        { row: 3, problems: { price: expect.stringContaining('must be a price') } },
        { row: 4, problems: { sites: expect.any(String) } },
        { row: 5, problems: { id: expect.stringContaining('no cost with the id 77') } },
      ],
    })
    expect(await costs()).toEqual([])
    const { body } = await rest('POST /costs/import', options)
    expect(body.data).toMatchObject({ added: 2, total: 6, created: { clients: ['New client'], tags: ['new tag'] } })
    expect(body.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['created', 'skipped', 'failed', 'failed', 'failed', 'created'],
    ])
    expect(await costs()).toMatchObject([
      { name: 'Forms Pro', clients: [2, 4], groups: [3] },
      { name: 'Mail', clients: [4] },
    ])
  })

  it('gives a limited key no names beyond its limits, and creates none', async () => {
    const { keys } = fixture.people
    const named = (name: string) => ({ name: 'X', price: '1', groups: name })
    const { body } = await rest(
      'POST /costs/import',
      { ...options, rows: [named('nowhere'), named('boats')], dry_run: true },
      keys.limited.headers,
    )
    expect(body.data).toMatchObject({ would_affect: [], creates: { clients: [], tags: [] }, total_rejected: 2 })
  })
})
