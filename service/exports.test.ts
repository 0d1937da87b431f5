import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemActor } from './operation/actor.ts'
import type { FileAnswer } from './operation/answers.ts'
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
