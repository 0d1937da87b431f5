import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'

const fixture = setUpService()

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
const send = (address: string, headers: Record<string, string> = {}, payload?: object) => {
  const [method, path] = address.split(' ')
  const url = path!.startsWith('/api') ? path! : `/api/v2${path}`
  const all = { ...fixture.people.administrator.headers, ...headers }
  return fixture.service.request({ method: method as Method, url, headers: all, ...(payload && { payload }) })
}
const tagOf = async (path: string) => String((await send(`GET ${path}`)).headers.etag)

describe('ETag', () => {
  it('answers 304 until the resource changes', async () => {
    await send('POST /tags/add', {}, { name: 'Shop' })
    const etag = await tagOf('/tags/1')
    const again = await send('GET /tags/1', { 'if-none-match': `"other", W/${etag}` })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    expect(await tagOf('/tags/1?_fields=name')).toBe(etag)
    await send('PUT /tags/1/edit', {}, { name: 'Store' })
    const changed = await send('GET /tags/1', { 'if-none-match': etag })
    expect([changed.status, changed.headers.etag === etag]).toEqual([200, false])
  })

  it('is not sent with lists', async () => {
    expect((await send('GET /tags')).headers.etag).toBeUndefined()
  })
})

describe('If-Match', () => {
  it('refuses the second of two people who edit one site', async () => {
    await seedFleet(fixture.service.db)
    const [first, second] = [await tagOf('/sites/1'), await tagOf('/sites/1')]
    expect((await send('PUT /sites/1/edit', { 'if-match': first }, { name: 'Mine' })).status).toBe(200)
    const lost = await send('PUT /sites/1/edit', { 'if-match': second }, { name: 'Yours' })
    expect([lost.status, lost.body.code]).toEqual([412, 'svc_precondition_failed'])
    expect((await send('GET /sites/1')).body.data.name).toBe('Mine')
    const current = await tagOf('/sites/1')
    expect((await send('PUT /sites/1/edit', { 'if-match': current }, { name: 'Yours' })).status).toBe(200)
  })

  it('lets one of several edits at the same time through', async () => {
    await send('POST /tags/add', {}, { name: 'Shop' })
    const etag = await tagOf('/tags/1')
    const names = ['A', 'B', 'C', 'D', 'E']
    const answers = await Promise.all(names.map((name) => send('PUT /tags/1/edit', { 'if-match': etag }, { name })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 409, 412]).toContain(status)
  })

  it('does not depend on what a sync or a check of the site changes', async () => {
    await seedFleet(fixture.service.db)
    const etag = await tagOf('/sites/1')
    await fixture.service.db.updateTable('sites').set({ wp_version: '9.9' }).where('id', '=', 1).execute()
    expect((await send('GET /sites/1', { 'if-none-match': etag })).status).toBe(200)
    expect((await send('PUT /sites/1/edit', { 'if-match': etag }, { name: 'Mine' })).status).toBe(200)
  })

  it('answers a repetition with the same Idempotency-Key as the first request', async () => {
    await send('POST /tags/add', {}, { name: 'Shop' })
    const edit = { 'if-match': await tagOf('/tags/1'), 'idempotency-key': 'edit' }
    const first = await send('PUT /tags/1/edit', edit, { name: 'Store' })
    const repeated = await send('PUT /tags/1/edit', edit, { name: 'Store' })
    expect([first.status, repeated.status, repeated.body]).toEqual([200, 200, first.body])
    const removal = { 'if-match': await tagOf('/tags/1'), 'idempotency-key': 'removal' }
    expect((await send('DELETE /tags/1/remove', removal)).status).toBe(200)
    expect((await send('DELETE /tags/1/remove', removal)).status).toBe(200)
    expect((await send('DELETE /tags/1/remove', { ...removal, 'idempotency-key': 'other' })).status).toBe(404)
  })

  it('protects a deletion, is checked before anything else happens, and is refused where there is no version', async () => {
    await send('POST /tags/add', {}, { name: 'Shop' })
    expect((await send('DELETE /tags/1/remove', { 'if-match': '"old.old"' })).status).toBe(412)
    expect((await send('DELETE /tags/9/remove', { 'if-match': '"old.old"' })).status).toBe(404)
    for (const address of ['POST /tags/add', 'POST /tags/batch', 'POST /api/v1/abilities/svc/add-tag-v1/run']) {
      const { status, body } = await send(address, { 'if-match': '"old.old"' }, { name: 'B' })
      expect([status, Object.keys(body.data.params)], address).toEqual([400, ['If-Match']])
    }
    const etag = await tagOf('/tags/1')
    expect((await send('DELETE /tags/1/remove', { 'if-match': etag })).status).toBe(200)
  })
})
