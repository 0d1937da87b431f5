import { beforeEach, describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const base = '/wp-json/mainwp/v2'

interface Pair {
  id: number
  key: string
  secret: string
  token: string
}

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers = {}, payload?: object) =>
  fixture.service.request({ method, url, headers, ...(payload && { payload }) })

const asAdministrator = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  send(method, `/api/v2${path}`, fixture.people.administrator.headers, payload)

async function addPair(more = {}): Promise<Pair> {
  const { body } = await asAdministrator('POST', '/rest-api/add-key', { compatible: true, ...more })
  return { id: body.data.id, key: body.consumer_key, secret: body.consumer_secret, token: body.token }
}

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const query = ({ key, secret }: Pick<Pair, 'key' | 'secret'>) => `consumer_key=${key}&consumer_secret=${secret}`
// Only a person may: the command line stands for one.
const setQuery = (svc_rest_credentials_in_query: 0 | 1) =>
  fixture.service.app.run('update-advanced-settings', { svc_rest_credentials_in_query })
const switchQueryOn = () => setQuery(1)

let pair: Pair
beforeEach(async () => {
  pair = await addPair()
})

describe('a compatible key', () => {
  it('has a pair that is shown once, and only its hash is stored', async () => {
    expect(pair.key).toMatch(/^ck_[0-9a-f]{40}$/)
    expect(pair.secret).toMatch(/^cs_[0-9a-f]{40}$/)
    const stored = JSON.stringify(await fixture.service.db.selectFrom('compatible_key_pairs').selectAll().execute())
    expect(stored).not.toMatch(/c[ks]_/)
    const { body } = await send('GET', '/api/v2/rest-api/keys', fixture.people.administrator.headers)
    expect(body.data.filter(({ compatible }: { compatible: boolean }) => compatible)).toMatchObject([{ id: pair.id }])
    expect(JSON.stringify(body)).not.toContain(pair.secret)
  })

  it('is made only on request', async () => {
    const { body } = await asAdministrator('POST', '/rest-api/add-key', {})
    expect([body.success, 'consumer_key' in body, 'consumer_secret' in body]).toEqual([1, false, false])
  })

  it('is accepted as Basic on the base of the established product, with its own rights', async () => {
    expect((await send('GET', `${base}/sites`, basic(pair.key, pair.secret))).status).toBe(200)
    const write = await send('POST', `${base}/tags/add`, basic(pair.key, pair.secret), { name: 'Harbour' })
    expect(write.status).toBe(403)
  })

  it('is accepted nowhere else', async () => {
    await switchQueryOn()
    const places = ['/api/v2/sites', '/api/v1/abilities', '/wp-json/wp-abilities/v1/abilities']
    for (const url of places) {
      expect([url, (await send('GET', url, basic(pair.key, pair.secret))).status]).toEqual([url, 401])
      expect([url, (await send('GET', `${url}?${query(pair)}`)).status]).toEqual([url, 401])
      const bearer = { authorization: `Bearer ${pair.secret}` }
      expect([url, (await send('GET', url, bearer)).status]).toEqual([url, 401])
    }
  })

  it('is refused with half of it, with the halves of two keys, and with the halves exchanged', async () => {
    const other = await addPair()
    const wrong = [
      [pair.key, other.secret],
      [pair.secret, pair.key],
      [pair.key, ''],
      [pair.key, pair.secret.toUpperCase()],
      [`ck_${'0'.repeat(40)}`, pair.secret],
    ] as const
    for (const [user, password] of wrong)
      expect((await send('GET', `${base}/sites`, basic(user, password))).status).toBe(401)
  })

  it.each([
    ['deleted', (id: number) => asAdministrator('DELETE', `/rest-api/delete-key/${id}`)],
    ['switched off', (id: number) => asAdministrator('PUT', `/rest-api/edit-key/${id}`, { active: false })],
  ])('is refused at once after the key was %s', async (_how, change) => {
    const ask = async () => (await send('GET', `${base}/sites`, basic(pair.key, pair.secret))).status
    expect(await ask()).toBe(200)
    expect((await change(pair.id)).status).toBe(200)
    await expect.poll(ask).toBe(401)
  })

  it('is refused when it has expired', async () => {
    const expiring = await addPair({ expires_at: '2026-11-15T10:00:00Z' })
    const ask = async () => (await send('GET', `${base}/sites`, basic(expiring.key, expiring.secret))).status
    expect(await ask()).toBe(200)
    fixture.service.clock.advance(2 * 3_600_000)
    expect(await ask()).toBe(401)
  })
})

describe('a pair in the query', () => {
  it('is refused until the setting is on, and says so', async () => {
    const url = `${base}/sites?${query(pair)}`
    const refused = await send('GET', url)
    expect([refused.status, refused.body.message]).toEqual([
      401,
      expect.stringContaining('svc_rest_credentials_in_query'),
    ])
    await switchQueryOn()
    expect((await send('GET', url)).status).toBe(200)
    await setQuery(0)
    expect((await send('GET', url)).status).toBe(401)
  })

  it('is refused when a part of it is missing or sent twice', async () => {
    await switchQueryOn()
    for (const odd of [`consumer_key=${pair.key}`, `${query(pair)}&consumer_secret=x`, `consumer_key[]=${pair.key}`])
      expect([odd, (await send('GET', `${base}/sites?${odd}`)).status]).toEqual([odd, 401])
  })

  it('leaves the rest of the query as it is', async () => {
    await switchQueryOn()
    const { status, body } = await send(
      'GET',
      `${base}/sites?consumer_key=${pair.key}&status=sunk&consumer%5Fsecret=${pair.secret}`,
    )
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['status']])
  })

  it('appears in no log line, answer, header, audit line or row', async () => {
    await switchQueryOn()
    const writer = await addPair({ scopes: ['read', 'write', 'delete'] })
    const addresses = [
      `${base}/sites?per_page=1&`,
      `${base}/tags?per_page=1&page=1&`,
      `${base}/sites/no.such.example?`,
      `${base}/no/such/route?`,
      `${base}/sites?status=sunk&`,
      `${base}/sites/%zz?`,
      '/wp-json/mainwp/v1/sites?',
      '/wp-json/wp-abilities/v1/abilities?',
      '/wp-json/other?',
      '/wp-json/?',
    ]
    const seen: string[] = []
    await asAdministrator('POST', '/tags/add', { name: 'one' })
    await asAdministrator('POST', '/tags/add', { name: 'two' })
    for (const address of addresses)
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const { headers, text } = await send(method, address + query(writer))
        seen.push(JSON.stringify(headers), text)
      }
    const added = await send('POST', `${base}/tags/add?${query(writer)}`, {}, { name: 'three' })
    expect(added.status).toBe(200)
    seen.push(...fixture.service.logged.map((line) => JSON.stringify(line)))
    const { rows: tables } = await fixture.service.db.pool.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    for (const { name } of tables)
      seen.push(JSON.stringify((await fixture.service.db.pool.query(`select * from "${name}"`)).rows))
    expect(seen.filter((text) => text.includes(writer.secret) || text.includes(writer.key))).toEqual([])
    expect(seen.some((text) => text.includes('rel=\\"next\\"'))).toBe(true)
  })
})
