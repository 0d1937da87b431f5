import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemActor } from './operation/actor.ts'
import type { FileAnswer } from './operation/answers.ts'
import { exportList, maxExportedRows } from './operation/export-rows.ts'
import { readCsv } from './platform/csv.ts'
import { Database } from './platform/database/database.ts'
import { setUpService } from './testing/people.ts'
import { seedSites } from './testing/seed-sites.ts'

const fixture = setUpService()
const price = { clients: '', costs: ', price' }

describe.each(['clients', 'costs'] as const)('the export of %s', (table) => {
  let pages: number
  beforeEach(() => {
    pages = 0
    const fetch = Database.prototype.fetchPrepared
    vi.spyOn(Database.prototype, 'fetchPrepared').mockImplementation(function (this: Database, query) {
      if (query.text.includes(`from ${table} join page using (id)`)) pages++
      return fetch.call(this, query) as Promise<never[]>
    })
  })
  afterEach(() => void vi.restoreAllMocks())

  const seed = (rows: number, note = '') =>
    fixture.service.db.pool.query(
      `insert into ${table} (name, note, created_at, updated_at${price[table]})
       select 'Row ' || n, $2, now(), now()${price[table] && ', 1'} from generate_series(1, $1::int) n`,
      [rows, note],
    )
  const start = async () => {
    const { output } = await fixture.service.app.run(`export-${table}`, {}, { actor: systemActor() })
    return (output as FileAnswer).content
  }
  const numbersIn = (text: string) => readCsv(text).rows.map(({ cells }) => Number(cells[0]))
  const get = (headers = fixture.people.administrator.headers) =>
    fixture.service.request({ url: `/api/v2/${table}/export`, headers })

  it('fetches 500 rows at a time, and the next when the caller is ready for them', async () => {
    await seed(2_100)
    const content = (await start()) as AsyncIterable<string>
    const parts: string[] = []
    // The first two are fetched before the answer begins.
    expect(pages).toBe(2)
    for await (const part of content) {
      parts.push(part)
      expect(pages).toBe(Math.max(2, parts.length))
    }
    expect(parts.map((part) => part.split('\r\n').length - 1)).toEqual([501, 500, 500, 500, 100])
    expect(numbersIn(parts.join(''))).toEqual(Array.from({ length: 2_100 }, (_, index) => index + 1))
  })

  it('fetches fewer rows at a time if they are large', async () => {
    await seed(100, 'x'.repeat(20_000))
    const sizes: number[] = []
    for await (const part of (await start()) as AsyncIterable<string>) sizes.push(part.length)
    expect(Math.max(...sizes)).toBeLessThan(300_000)
    expect(sizes.length).toBeGreaterThan(7)
  })

  it('contains each row that exists throughout once, although others are deleted or added', async () => {
    await seed(1_600)
    let text = ''
    for await (const part of (await start()) as AsyncIterable<string>) {
      if (text === '') {
        await fixture.service.db.pool.query(`delete from ${table} where id in (1, 500, 1000, 1001, 1500)`)
        await seed(1)
      }
      text += part
    }
    // The first two pages existed before.
    const expected = Array.from({ length: 1_601 }, (_, index) => index + 1).filter((id) => ![1001, 1500].includes(id))
    expect(numbersIn(text)).toEqual(expected)
  })

  it('is the same file over HTTP; a short one is sent as one', async () => {
    await seed(3)
    const short = await get()
    expect(short.headers['content-length']).toBe(String(Buffer.byteLength(short.text)))
    expect(numbersIn(short.text)).toEqual([1, 2, 3])
    await seed(1_500)
    const long = await get()
    expect(long.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${table}.csv"`,
    })
    expect(long.headers['content-length']).toBeUndefined()
    expect(numbersIn(long.text)).toHaveLength(1_503)
  })

  it('contains all that a limited key may see, on any page', async () => {
    await seed(1_200)
    await seedSites(fixture.service.db, 2, (number) => (table === 'clients' ? { client_id: number * 550 } : {}))
    if (table === 'costs')
      await fixture.service.db.pool.query('insert into cost_targets (cost_id, site_id) values (550, 1), (1100, 2)')
    expect(numbersIn((await get(fixture.people.keys.limited.headers)).text)).toEqual([550])
  })
})

describe('any list as a file', () => {
  const get = (path: string, headers = fixture.people.administrator.headers) =>
    fixture.service.request({ url: `/api/v2${path}`, headers })
  const seed = () =>
    seedSites(fixture.service.db, 620, (number) => ({ name: number === 7 ? '=cmd()' : `Shop ${number}` }))

  it('has all rows of its filter in the order of the list, over several pages', async () => {
    await seed()
    const { status, headers, text } = await get('/sites/table?orderby=id&exclude=1,2&_format=csv')
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="sites-table.csv"'])
    const { header, rows } = readCsv(text)
    expect(header).toEqual(expect.arrayContaining(['id', 'name', 'client.name', 'updates.total', 'tags']))
    expect(rows.map(({ cells }) => Number(cells[header.indexOf('id')]))).toEqual(
      Array.from({ length: 618 }, (_, index) => index + 3),
    )
    // A spreadsheet must not run it.
    expect(text).toContain("'=cmd()")
  })

  it('is one JSON object per line, the same as in the list', async () => {
    await seed()
    const { text } = await get('/sites/table?search=shop+6&orderby=id&_format=jsonl')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { body } = await get('/sites/table?search=shop+6&orderby=id&per_page=100')
    expect(lines).toEqual(body.data)
    expect(lines.length).toBeGreaterThan(20)
  })

  it('has the header alone for an empty list, and only rows that a limited key sees', async () => {
    expect((await get('/sites/table?_format=csv')).text.split('\r\n').length).toBe(2)
    await seed()
    const { text } = await get('/sites/table?_format=jsonl', fixture.people.keys.limited.headers)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([1])
  })

  it('refuses unknown formats and filters, and does not change other answers', async () => {
    expect((await get('/sites/table?_format=xml')).status).toBe(400)
    expect((await get('/sites/table?_format=csv&colour=red')).status).toBe(400)
    expect((await get('/sites/count?_format=csv')).body.success).toBe(1)
  })

  it('refuses more rows than an export may have instead of leaving some out', async () => {
    const large = { name: 'x', format: 'csv' as const, schema: null, pageSize: 500 }
    const refused = exportList({ ...large, fetchPage: async () => ({ rows: [], total: maxExportedRows + 1 }) })
    await expect(refused).rejects.toMatchObject({ code: 'svc_invalid_input' })
  })
})
