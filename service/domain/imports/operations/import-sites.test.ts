import { describe, expect, it } from 'vitest'
import type { Site } from '../../../../simulator/index.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites({ works: true })
const importing = async (payload: object, headers?: Record<string, string>) =>
  fixture.rest('POST /sites/import', payload, headers)
const rowFor = (child: Site, more: object = {}) => ({
  url: child.url,
  admin: child.admin.login,
  admin_password: child.admin.password,
  ...more,
})
const detail = async (id: number) => (await fixture.ability('get-site', { site_id_or_domain: id })).body
const keptRows = () => fixture.service.db.selectFrom('site_import_rows').selectAll().execute()

describe('an import', () => {
  it('adds sites and returns a result per row', async () => {
    await fixture.ability('add-tag', { name: 'Boats' })
    const [one, two, dead] = [fixture.nextChild(), fixture.nextChild(), fixture.nextChild()]
    dead.setFault('refuse', { on: '*' })
    const line = (child: Site, name: string, tags: string) =>
      `${child.url},${child.admin.login},${child.admin.password},"${name}",${tags}`
    const csv = [
      'Site URL,Admin Username,Password,Name,Tags',
      line(one, 'One, the first', '1'),
      'not an address,ada,,,',
      line(two, 'Two', '99'),
      line(dead, 'Dead', ''),
      'https://no-admin.example,,,,',
    ].join('\r\n')
    const { status, body } = await importing({ csv })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      queued: false,
      job_id: '1',
      imported: [{ row: 1, outcome: 'added', site_id: expect.any(Number), site_url: one.url }],
      errors: [
        { row: 2, label: 'row 2', code: 'svc_invalid_url' },
        { row: 3, label: two.url, code: 'svc_invalid_input', message: expect.stringContaining('99') },
        {
          row: 4,
          label: dead.url,
          code: 'svc_connection_failed',
          message: expect.stringMatching(/^Added as site \d+/),
        },
        { row: 5, code: 'svc_invalid_input', message: expect.stringContaining('admin') },
      ],
      total_imported: 1,
      total_errors: 4,
    })
    expect(await detail(body.data.imported[0].site_id)).toMatchObject({
      name: 'One, the first',
      status: 'connected',
      tags: [{ id: 1 }],
    })
    const { data: targets } = (await fixture.rest('GET /jobs/1/targets')).body
    expect(targets.map(({ state }: { state: string }) => state)).toEqual([
      'succeeded',
      'failed',
      'failed',
      'failed',
      'failed',
    ])
  })

  it('can be corrected and sent again as a whole: connected sites stay unchanged', async () => {
    const [good, bad] = [fixture.nextChild(), fixture.nextChild()]
    const first = await importing({ rows: [rowFor(good), rowFor(bad, { admin_password: 'wrong' })] })
    expect(first.body.data).toMatchObject({ total_imported: 1, errors: [{ row: 2, code: 'svc_registration_refused' }] })
    await fixture.ability('update-site', { site_id_or_domain: good.url, name: 'Renamed since' })
    const second = await importing({ rows: [rowFor(good, { name: 'Old' }), rowFor(bad, { name: 'Finished' })] })
    expect(second.body.data).toMatchObject({
      imported: [
        { row: 1, outcome: 'unchanged' },
        { row: 2, outcome: 'connected' },
      ],
      total_errors: 0,
    })
    expect((await fixture.ability('count-sites')).body.total).toBe(2)
    expect((await fixture.ability('get-site', { site_id_or_domain: good.url })).body.name).toBe('Renamed since')
    expect((await fixture.ability('get-site', { site_id_or_domain: bad.url })).body).toMatchObject({
      name: 'Finished',
      status: 'connected',
    })
  })

  it('can be retried when its sites are reachable again, without the password', async () => {
    const child = fixture.nextChild()
    child.setFault('refuse', { on: '*' })
    const { body } = await importing({ rows: [rowFor(child)] })
    expect(body.data.total_errors).toBe(1)
    child.clearFaults()
    await fixture.rest(`POST /jobs/${body.data.job_id}/retry-failed`)
    const succeeded = async () => (await fixture.rest(`GET /jobs/${body.data.job_id}`)).body.data.succeeded
    await expect.poll(succeeded).toBe(1)
    expect((await fixture.ability('get-site', { site_id_or_domain: child.url })).body.status).toBe('connected')
    expect(await keptRows()).toEqual([])
  })
})

it('stores passwords sealed, and deletes them once the site is connected', async () => {
  const [good, bad] = [fixture.nextChild(), fixture.nextChild()]
  const secret = 'a-password-that-fails'
  const withSecretInAddress = { url: 'https://ada:secret-in-address@one.example/', admin: 'ada' }
  await importing({ rows: [rowFor(good), rowFor(bad, { admin_password: secret }), withSecretInAddress] })
  expect(await keptRows()).toHaveLength(2)
  const { rows } = await fixture.service.db.pool.query(
    `select (select json_agg(t) from job_targets t)::text || (select json_agg(r) from site_import_rows r)::text
       || (select json_agg(a) from audit_lines a)::text || (select json_agg(q) from queue.job q)::text as everything`,
  )
  const output = `${rows[0].everything} ${JSON.stringify(fixture.service.logged)}`
  for (const each of [good.admin.password, secret, 'secret-in-address']) expect(output).not.toContain(each)
})

it('audits how many rows switch the certificate check off', async () => {
  const [one, two] = [fixture.nextChild(), fixture.nextChild()]
  await importing({ rows: [rowFor(one, { ssl_verify: false }), rowFor(two, { verify_certificate: '0' })] })
  const line = await fixture.service.db
    .selectFrom('audit_lines')
    .selectAll()
    .where('operation', '=', 'import-sites')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(line.subject)).toEqual({ rows: 2, rows_without_ssl_verify: 2 })
})

it('returns a job for more than 200 rows', async () => {
  const rows = Array.from({ length: 201 }, (_, index) => ({ url: `http://10.0.0.${index}/`, admin: 'ada' }))
  const { body } = await importing({ rows })
  expect(body.data).toMatchObject({
    queued: true,
    rows_queued: 201,
    status_url: expect.stringMatching(/^http.*\/jobs\/1$/),
  })
  expect((await fixture.rest('GET /jobs/1')).body.data).toMatchObject({ type: 'import', total: 201 })
})

it('returns the job at once with background', async () => {
  const child = fixture.nextChild()
  const { body } = await importing({ rows: [rowFor(child)], background: true })
  expect(body.data).toMatchObject({ queued: true, job_id: '1', rows_queued: 1 })
  const succeeded = async () => (await fixture.rest('GET /jobs/1')).body.data.succeeded
  await expect.poll(succeeded).toBe(1)
  expect((await fixture.ability('get-site', { site_id_or_domain: child.url })).body.status).toBe('connected')
})

it.each([
  [{}, /either rows or csv/],
  [{ csv: 'url\na', rows: [{}] }, /either rows or csv/],
  [{ rows: [] }, /no row/],
  [{ csv: 'url,admin\n' }, /no row/],
  [{ rows: ['https://one.example'] }, /rows/],
])('refuses %j', async (payload, sentence) => {
  const response = await importing(payload)
  expect([response.status, response.body.code]).toEqual([400, 'svc_invalid_input'])
  expect(response.body.message).toMatch(sentence)
})

describe('a dry run of a large table', () => {
  const moving = async (count: number) => {
    await seedSites(fixture.service.db, count, { connection: 'disconnected' })
    return Array.from({ length: count }, (_, index) => ({ url: `http://site-${index + 1}.example/`, admin: 'ada' }))
  }

  it('reads the stored keys of all moved sites with one query', async () => {
    const rows = await moving(60)
    const keyQueries = async (count: number) => {
      const texts = await queriesOf(async () => {
        const { body } = await importing({ rows: rows.slice(0, count), dry_run: true })
        expect(body.data.warnings).toHaveLength(count)
      })
      return texts.filter((text) => text.includes('site_former_keys')).length
    }
    expect(await keyQueries(60)).toBe(1)
  })

  it('counts invalid rows beyond the first fifty, and lists the valid ones among them', async () => {
    const bad = { url: 'https://one.example', admin: 'ada', ['x'.repeat(50)]: 1, tags: ['a'], name: 7 }
    const good = { site_url: 'https://good.example', admin: 'ada', ssl_verify: 'true' }
    const rows = [...Array(70).fill(bad), good, ...Array(30).fill({ admin: '' })]
    const { body } = await importing({ rows, dry_run: true })
    expect(body.data.would_affect).toEqual([{ row: 71, url: 'https://good.example/', action: 'add', site_id: null }])
    expect(body.data.warnings).toHaveLength(51)
    expect(body.data.warnings.at(-1)).toBe('50 more rows are invalid.')
  })
})

it('lists valid rows and the errors of the others in a dry run', async () => {
  const rows = [{ url: 'one.example', admin: 'ada' }, { url: 'two.example' }, { url: 'x', admin: 'a', colour: 'red' }]
  const { body } = await importing({ rows, dry_run: true })
  expect(body.data).toMatchObject({ would_affect: [{ row: 1, url: 'https://one.example/' }], count: 1 })
  expect(body.data.warnings).toEqual([
    expect.stringMatching(/^Row 2: .*admin/),
    expect.stringMatching(/^Row 3: .*colour/),
  ])
  expect(await keptRows()).toEqual([])
})

it('neither returns nor changes sites beyond the limits of a key', async () => {
  await fixture.ability('add-tag', { name: 'One' })
  await fixture.ability('add-tag', { name: 'Two' })
  const [own, other] = [fixture.nextChild(), fixture.nextChild()]
  await seedSites(fixture.service.db, 1)
  await seedSites(fixture.service.db, 1, { url: other.url, connection: 'never', private_key: null })
  const rows = [rowFor(own, { tags: [2] }), rowFor(other, { tags: [2] }), rowFor(fixture.nextChild())]
  const { body } = await importing({ rows }, fixture.people.keys.limited.headers)
  expect(body.data).toMatchObject({
    imported: [{ row: 1, outcome: 'added' }],
    errors: [
      { row: 2, code: 'svc_registration_refused' },
      { row: 3, code: 'svc_permission_denied' },
    ],
  })
  expect(other.connection).toBeNull()
  expect(other.counts).not.toHaveProperty('register')
})

/** The table of an agency: names of clients and tags, no ids. */
const agencyTable = [
  'Website;Admin;Client;Tags;Notes',
  ...Array.from(
    { length: 27 },
    (_, index) => `https://shop-${index + 1}.example;ada;Bakery ${index % 3};care plan, VIP;`,
  ),
  'https://plain-1.example;ada;;;',
  'https://plain-2.example;ada;;;',
  'htp:/broken address;ada;Never created;never created;',
].join('\n')

describe('clients and tags by name', () => {
  it('plans a normal table: 29 of 30 rows are valid, new clients and tags are listed once, the broken address is refused', async () => {
    await fixture.ability('add-tag', { name: 'vip' })
    const { body } = await importing({ csv: agencyTable, dry_run: true })
    expect(body.data.count).toBe(29)
    expect(body.data.creates).toEqual({ clients: ['Bakery 0', 'Bakery 1', 'Bakery 2'], tags: ['care plan'] })
    expect(body.data.rejected).toEqual([
      { row: 30, problems: { url: expect.stringContaining('not the address of a site') } },
    ])
    expect((await fixture.rest('GET /tags')).body.total).toBe(1)
    expect((await fixture.rest('GET /clients')).body.total).toBe(0)
  })

  it('imports as planned: the clients and tags exist afterwards, the rows with reasons failed, nothing is stored for them', async () => {
    const [one, two] = [fixture.nextChild(), fixture.nextChild()]
    const rows = [
      rowFor(one, { client: 'Harbour', tags: 'care plan; VIP' }),
      rowFor(two, { client: 'harbour', tags: ['vip'] }),
      rowFor(two, { client: 'Only in a repeated row' }),
      { url: 'htp:/broken address', admin: 'ada', client: 'Never created', tags: 'never created' },
    ]
    const planned = await importing({ rows, dry_run: true })
    expect(planned.body.data).toMatchObject({
      would_affect: [
        { row: 1, action: 'add' },
        { row: 2, action: 'add' },
      ],
      creates: { clients: ['Harbour'], tags: ['care plan', 'VIP'] },
      skipped: [{ row: 3, message: 'This is the same site as in row 2.' }],
      rejected: [{ row: 4 }],
    })
    const { body } = await importing({ rows })
    expect(body.data).toMatchObject({
      created: { clients: ['Harbour'], tags: ['care plan', 'VIP'] },
      imported: [
        { row: 1, outcome: 'added' },
        { row: 2, outcome: 'added' },
      ],
      skipped: [{ row: 3, label: two.url, message: 'This is the same site as in row 2.' }],
      errors: [{ row: 4, code: 'svc_invalid_url' }],
    })
    expect(await detail(body.data.imported[0].site_id)).toMatchObject({
      client_id: 1,
      tags: [{ name: 'care plan' }, { name: 'VIP' }],
    })
    expect(await detail(body.data.imported[1].site_id)).toMatchObject({ client_id: 1, tags: [{ name: 'VIP' }] })
    expect((await fixture.rest('GET /clients')).body.total).toBe(1)
    expect((await fixture.rest('GET /tags')).body.total).toBe(2)
    expect((await fixture.ability('count-sites')).body.total).toBe(2)
  })

  it('skips connected sites, and says so in the plan', async () => {
    const { child } = await fixture.connected()
    const { body } = await importing({ rows: [rowFor(child, { tags: 'new' })], dry_run: true })
    expect(body.data).toMatchObject({ count: 0, creates: { tags: [] }, skipped: [{ row: 1 }] })
    expect((await importing({ rows: [rowFor(child, { tags: 'new' })] })).body.data).toMatchObject({
      imported: [{ outcome: 'unchanged' }],
      created: { tags: [] },
    })
  })

  it('refuses a name that two clients have, and ids that do not exist', async () => {
    for (const email of ['a@example.com', 'b@example.com'])
      await fixture.rest('POST /clients/add', { name: 'Twins', client_email: email })
    const row = (number: number, client: string) => ({ url: `https://s${number}.example`, admin: 'ada', client })
    const rows = [
      row(1, 'twins'),
      row(2, 'b@example.com'),
      row(3, '77'),
      row(4, 'c@example.com'),
      row(5, 'x'.repeat(300)),
    ]
    const { body } = await importing({ rows, dry_run: true })
    expect(body.data).toMatchObject({
      would_affect: [{ row: 2 }],
      rejected: [
        { row: 1, problems: { client: expect.stringContaining('name of 2 clients') } },
        { row: 3, problems: { client: expect.stringContaining('no client with the id 77') } },
        { row: 4, problems: { client: expect.stringContaining('e-mail address') } },
        { row: 5, problems: { client: expect.stringContaining('200 characters') } },
      ],
    })
  })

  it('gives a limited key the same answer for a hidden name and for a name that does not exist, and creates nothing', async () => {
    for (const name of ['One', 'Two', 'Hidden']) await fixture.ability('add-tag', { name })
    await fixture.rest('POST /clients/add', { name: 'Hidden client' })
    const row = (number: number, more: object) => ({ url: `https://s${number}.example`, admin: 'ada', ...more })
    const rows = [
      row(1, { tags: 'two' }),
      row(2, { tags: 'two; hidden' }),
      row(3, { tags: 'two; nowhere' }),
      row(4, { tags: 'two', client: 'hidden client' }),
      row(5, { tags: 'two', client: 'nowhere client' }),
    ]
    const { body } = await importing({ rows, dry_run: true }, fixture.people.keys.limited.headers)
    expect(body.data).toMatchObject({ would_affect: [{ row: 1 }], creates: { clients: [], tags: [] } })
    const [hidden, unknown, hiddenClient, unknownClient] = body.data.rejected.map(
      ({ problems }: { problems: Record<string, string> }) => JSON.stringify(problems),
    )
    expect(hidden.replace('hidden', 'nowhere')).toBe(unknown)
    expect(hiddenClient.replace('hidden', 'nowhere')).toBe(unknownClient)
  })

  it('plans 5,000 rows with names without a query per row', async () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        url: `https://site-${index}.example`,
        admin: 'ada',
        client: `Client ${index % 1000}`,
        tags: `tag ${index % 50}; care`,
      }))
    const texts = await queriesOf(async () => {
      const { body } = await importing({ rows: rowsOf(5_000), dry_run: true })
      expect([body.data.count, body.data.creates.clients.length]).toEqual([5_000, 1_000])
    })
    // With those of background work.
    expect(texts.length).toBeLessThan(200)
  })

  it('reports a wrong address together with the other wrong fields of a row', async () => {
    const { body } = await importing({ rows: [{ url: 'Corner shop' }], dry_run: true })
    expect(body.data.rejected).toEqual([{ row: 1, problems: { url: expect.any(String), admin: expect.any(String) } }])
  })

  it('refuses a column that is no list of tags', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => ({
      url: `https://site-${index}.example`,
      admin: 'ada',
      tags: `note ${index}`,
    }))
    expect((await importing({ rows, dry_run: true })).body.message).toMatch(/501 new tags.*check the column/)
  })
})
