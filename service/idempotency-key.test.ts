import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { setUpSoftware } from './domain/software/testing/set-up-software.ts'

const fixture = setUpSoftware()
const people = () => fixture.people

interface Sent {
  key?: string
  headers?: Record<string, string>
  method?: 'POST' | 'PUT' | 'DELETE'
}
const send = (path: string, payload: unknown, { key = 'key-1', headers, method = 'POST' }: Sent = {}) =>
  fixture.service.request({
    method,
    url: `/api/${path}`,
    headers: {
      ...(headers ?? people().administrator.headers),
      'idempotency-key': key,
      'content-type': 'application/json',
    },
    payload: JSON.stringify(payload),
  })
const addTag = (name: string, sent?: Sent) => send('v2/tags/add', { name }, sent)
const countTags = async () => (await fixture.service.db.selectFrom('tags').select('id').execute()).length
const activate = (key: string) =>
  send(
    'v1/abilities/svc/activate-site-plugins-v1/run',
    { input: { site_id_or_domain: 1, slugs: ['off/off.php'] } },
    { key, headers: people().keys.full.headers },
  )

describe('the same Idempotency-Key', () => {
  it('makes one change and answers the same again, for a day', async () => {
    const [first, second] = [await addTag('Shop'), await addTag('Shop')]
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    expect(await countTags()).toBe(1)
    fixture.service.clock.advance(24 * 3_600_000)
    expect((await addTag('Shop')).body.code).toBe('svc_already_exists')
    await fixture.service.app.deleteOldRows()
    expect(await fixture.service.db.selectFrom('request_claims').selectAll().execute()).toEqual([])
  })

  it('refuses another body, and runs the request of another credential separately', async () => {
    await addTag('One')
    const other = await addTag('Two')
    expect([other.status, other.body.code]).toEqual([409, 'svc_idempotency_key_reused'])
    const { manager, viewer, keys } = people()
    expect((await addTag('Three', { headers: manager.headers })).body.data.name).toBe('Three')
    // Another key of the same person is another credential.
    expect((await addTag('Four', { headers: keys.full.headers })).body.data.name).toBe('Four')
    expect((await addTag('One', { headers: viewer.headers })).body.code).toBe('svc_permission_denied')
    expect(await countTags()).toBe(3)
  })

  it('makes one change of requests that arrive at the same time', async () => {
    const another = await fixture.service.openAnother()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? addTag('Shop')
          : another.server
              .inject({
                method: 'POST',
                url: '/api/v2/tags/add',
                headers: { ...people().administrator.headers, 'idempotency-key': 'key-1' },
                payload: { name: 'Shop' },
              })
              .then((answer) => ({ status: answer.statusCode, body: answer.json() })),
      ),
    )
    for (const { status, body } of answers)
      expect([200, 'svc_request_in_progress']).toContain(status === 200 ? 200 : body.code)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await countTags()).toBe(1)
  })

  it('can be used again after a refusal', async () => {
    await addTag('Shop', { key: 'other' })
    expect((await addTag('Shop')).body.code).toBe('svc_already_exists')
    await send('v2/tags/1/remove', undefined, { key: 'third', method: 'DELETE' })
    expect((await addTag('Shop')).status).toBe(200)
  })

  it('can be used again after an answer that says that nothing was done', async () => {
    const { status, body } = await send('v2/settings/emails/uptime/test', { to: 'ada@agency.example' })
    expect([status, body.code]).toEqual([503, 'svc_mail_not_configured'])
    expect(await fixture.service.db.selectFrom('request_claims').selectAll().execute()).toEqual([])
  })

  it('of a batch stores a row only for a change that the caller may make, and counts it', async () => {
    const { read, write } = people().keys
    const rows = async () => (await fixture.service.db.selectFrom('request_claims').selectAll().execute()).length
    const answer = await send('v2/batch', { tags: { create: [{ name: 'A' }] } }, { headers: read.headers })
    expect(answer.body.tags.create[0].error.code).toBe('svc_permission_denied')
    expect((await send('v2/batch', { sites: { plugins: [1] } }, { headers: read.headers })).status).toBe(200)
    expect((await send('v2/tags/batch', { create: 1 }, { headers: write.headers })).status).toBe(400)
    expect((await send('v2/tags/batch', { create: [{ name: 'A' }] }, { headers: read.headers })).status).toBe(403)
    expect(await rows()).toBe(0)
    const limited = await fixture.service.openAnother({ protection: { rates: { reads: 9, changes: 3, heavy: 9 } } })
    const batch = (key: string) =>
      limited.server.inject({
        method: 'POST',
        url: '/api/v2/tags/batch',
        headers: { ...write.headers, 'idempotency-key': key },
        payload: { update: [] },
      })
    const statuses = []
    for (const key of ['1', '2', '3', '4', '5']) statuses.push((await batch(key)).statusCode)
    expect([statuses, await rows()]).toEqual([[200, 200, 200, 429, 429], 3])
  })

  it('applies to each item of a batch, so that the items that are left run later', async () => {
    const batch = { create: [{ name: 'A' }, { name: 'B' }] }
    const { id, headers } = people().keys.full
    const first = await send('v2/tags/batch', batch, { headers })
    expect((await send('v2/tags/batch', batch, { headers })).body).toEqual(first.body)
    expect(await countTags()).toBe(2)
    // As after a crash between the two items.
    const { db } = fixture.service
    await db.deleteFrom('tags').where('name', '=', 'B').execute()
    const digest = createHash('sha256').update(`key ${id}\nkey-1\ntags.create 1`).digest()
    const { numDeletedRows } = await db
      .deleteFrom('request_claims')
      .where('digest', '=', digest)
      .executeTakeFirstOrThrow()
    expect(numDeletedRows).toBe(1n)
    const second = await send('v2/tags/batch', batch, { headers })
    expect(second.body.create).toMatchObject([first.body.create[0], { success: 1, data: { name: 'B' } }])
    expect(await countTags()).toBe(2)
    const changed = await send('v2/tags/batch', { create: [...batch.create, { name: 'C' }] }, { headers })
    expect([changed.status, changed.body.code]).toEqual([409, 'svc_idempotency_key_reused'])
  })

  it('keeps secrets of answers sealed, and neither the key nor a digest of the input alone', async () => {
    const { body } = await send(
      'v2/rest-api/add-key',
      { description: 'n8n', scopes: ['read'] },
      { key: 'secret-key-1' },
    )
    const { token } = body
    expect(token.length).toBeGreaterThan(20)
    const [row] = await fixture.service.db.selectFrom('request_claims').selectAll().execute()
    const stored = `${row!.answer} ${row!.digest.toString('latin1')} ${row!.fingerprint.toString('latin1')}`
    for (const text of [token, token.slice(-12), 'secret-key-1', 'n8n']) expect(stored).not.toContain(text)
    const repeated = await send(
      'v2/rest-api/add-key',
      { description: 'n8n', scopes: ['read'] },
      { key: 'secret-key-1' },
    )
    expect(repeated.body).toEqual(body)
  })

  it('has no effect before sign-in, and is refused when it is not readable', async () => {
    const payload = { login: people().administrator.login, password: people().administrator.password }
    for (let attempt = 0; attempt < 2; attempt++) {
      const { headers } = await send('v2/access/sessions', payload, { headers: {} })
      expect(headers['idempotency-replayed']).toBeUndefined()
    }
    expect((await addTag('Shop', { key: 'two words' })).status).toBe(400)
    expect((await addTag('Shop', { key: 'x'.repeat(201) })).status).toBe(400)
  })
})

describe('a request whose process ended', () => {
  it('does not run again a request whose process was killed', async () => {
    fixture.site.setFault('never-answer', { on: ['plugin_action'] })
    const program = fileURLToPath(new URL('testing/run-operation-process.ts', import.meta.url))
    const input = JSON.stringify({ site_id_or_domain: 1, slugs: ['off/off.php'] })
    const call = JSON.stringify({ keyId: people().keys.full.id, idempotencyKey: 'killed' })
    const child = spawn(
      process.execPath,
      [program, fixture.service.connectionString, 'activate-site-plugins', input, call],
      { stdio: 'inherit' },
    )
    const ended = once(child, 'exit')
    await vi.waitUntil(() => (fixture.site.counts.plugin_action ?? 0) > 0, { timeout: 60_000 })
    child.kill('SIGKILL')
    await ended
    // The other process has the clock of the machine.
    const { db, clock } = fixture.service
    await db.updateTable('request_claims').set({ created_at: clock.now() }).execute()
    // Until the lease of the dead process ends, its request counts as running.
    expect((await activate('killed')).body.code).toBe('svc_request_in_progress')
    await db
      .updateTable('request_claims')
      .set({ lease_until: new Date(0) })
      .execute()
    const { status, body } = await activate('killed')
    expect([status, body.code, body.data.retryable]).toEqual([503, 'svc_change_unconfirmed', false])
    expect(fixture.site.counts.plugin_action).toBe(1)
  }, 90_000)

  it('runs again if its transaction cannot have been committed, and not otherwise', async () => {
    await addTag('Shop')
    const { db } = fixture.service
    // What a process leaves that dies before the commit.
    await db.deleteFrom('tags').execute()
    await db
      .updateTable('request_claims')
      .set({ state: 'running', answer: null, lease_until: new Date(0) })
      .execute()
    expect((await addTag('Shop')).status).toBe(200)
    await db
      .updateTable('request_claims')
      .set({ state: 'changed', answer: null, lease_until: new Date(0) })
      .execute()
    expect((await addTag('Shop')).body.code).toBe('svc_answer_not_kept')
    expect(await countTags()).toBe(1)
  })
})
