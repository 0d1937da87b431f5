import { generateKeyPairSync } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import type { FileAnswer } from '../../../operation/answers.ts'
import { callers } from '../../../testing/callers.ts'
import { exportRequirement, withExport } from '../../../testing/open-export.ts'
import { setUpService } from '../../../testing/people.ts'
import { describeIf } from '../../../testing/requirements.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { sessionOfAdministrator } from '../testing/moving-fleet.ts'

const people = setUpService()
const fixture = Object.assign(people, callers(people))
const { rest } = fixture
afterEach(() => void vi.restoreAllMocks())

const keyPair = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const own = keyPair(2048)

const start = async (input: { public_key?: string } = {}) => {
  const { output } = await fixture.service.app.run('export-fleet', input, { actor: systemActor() })
  return (output as FileAnswer).content as AsyncGenerator<Buffer>
}
const finish = async (content: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}
const exported = async (input: { public_key?: string } = {}) => finish(await start(input))

async function seedSecrets() {
  const { db, secrets } = fixture.service
  await seedSites(db, 2, (n) => ({
    notes: '=HYPERLINK("https://evil.example")',
    http_user: `user-${n}`,
    private_key: secrets.seal(`key of site ${n}`, 'sites.private_key'),
    http_pass: secrets.seal(`pass "${n}"`, 'sites.http_pass'),
  }))
  await db
    .insertInto('notification_webhooks')
    .values({
      url: 'https://hook.example/',
      kinds: ['down'],
      secret: secrets.seal('hook secret', 'notification_webhooks.secret'),
      created_at: new Date(),
    })
    .execute()
}

describeIf(exportRequirement)('the file of export-fleet', () => {
  it('contains all rows as JSON lines and as CSV that runs no formula', async () => {
    await seedSecrets()
    await withExport(await exported(), async ({ rows, read, paths }) => {
      expect(await rows('sites')).toMatchObject([
        {
          id: 1,
          url: 'https://site-1.example/',
          notes: '=HYPERLINK("https://evil.example")',
          created_at: '2026-11-01T08:00:00+00:00',
        },
        { id: 2, url: 'https://site-2.example/' },
      ])
      const [header, first] = (await read('csv/sites.csv')).split('\r\n')
      expect(header).toMatch(/^id,url,name,/)
      expect(first).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
      expect(await rows('users')).toMatchObject([{ login: 'ada', role: 'administrator' }, {}, {}])
      expect(JSON.parse(await read('manifest.json'))).toMatchObject({
        format: 1,
        has_secrets: false,
        rows: { sites: 2, users: 3 },
      })
      expect(paths.at(-1)).toBe('manifest.json')
    })
  })

  it('contains no secret without a public key', async () => {
    await seedSecrets()
    const { rows } = await fixture.service.db.pool.query<{ hash: string }>(
      'select password_hash as hash from users union all select hash from api_keys',
    )
    await withExport(await exported(), async ({ paths, read }) => {
      expect(paths.filter((path) => path.startsWith('secrets'))).toEqual([])
      const all = (await Promise.all(paths.map(read))).join('\n')
      for (const secret of ['key of site', 'user-1', 'pass "1"', 'hook secret', ...rows.map(({ hash }) => hash)])
        expect(all).not.toContain(secret)
      expect(all).not.toMatch(/v1\.[\w-]{4,}\.[\w-]{40,}/)
    })
  })

  it('contains keys and credentials that openssl decrypts as README.txt says', async () => {
    await seedSecrets()
    await withExport(await exported({ public_key: own.publicKey }), async ({ decrypt, read, paths }) => {
      const { hmac, lines } = await decrypt(own.privateKey)
      expect(hmac).toBe(await read('secrets/secrets.hmac'))
      const site = (id: number) => ({ table: 'sites', key: { id } })
      expect(lines).toEqual([
        { ...site(1), column: 'private_key', value: 'key of site 1' },
        { ...site(1), column: 'http_pass', value: 'pass "1"' },
        { ...site(1), column: 'http_user', value: 'user-1' },
        { ...site(2), column: 'private_key', value: 'key of site 2' },
        { ...site(2), column: 'http_pass', value: 'pass "2"' },
        { ...site(2), column: 'http_user', value: 'user-2' },
        { table: 'notification_webhooks', key: { id: expect.any(Number) }, column: 'secret', value: 'hook secret' },
      ])
      const encrypted = paths.filter((path) => path !== 'secrets.jsonl')
      expect((await Promise.all(encrypted.map(read))).join('\n')).not.toContain('key of site')
    })
  })

  it('names a secret that cannot be opened, and contains all others', async () => {
    await seedSecrets()
    await fixture.service.db.updateTable('sites').set({ private_key: 'damaged' }).where('id', '=', 1).execute()
    await withExport(await exported({ public_key: own.publicKey }), async ({ decrypt }) => {
      const { lines } = await decrypt(own.privateKey)
      expect(lines).toHaveLength(7)
      expect(lines[0]).toMatchObject({ value: null, problem: expect.stringContaining('cannot be opened') })
    })
  })

  it('shows one moment, although rows are deleted and added while it is read', async () => {
    await seedSites(fixture.service.db, 3)
    const content = await start()
    await fixture.service.db.deleteFrom('sites').where('id', '=', 2).execute()
    await seedSites(fixture.service.db, 1, { url: 'https://later.example/' })
    await withExport(await finish(content), async ({ rows }) => {
      expect((await rows('sites')).map(({ id }) => id)).toEqual([1, 2, 3])
    })
  })

  it('is the same over HTTP, for an administrator with a session', async () => {
    await seedSecrets()
    const headers = await sessionOfAdministrator(fixture)
    const { status, headers: answered, raw } = await post({}, headers)
    expect([status, answered['content-type']]).toEqual([200, 'application/zip'])
    expect(answered['content-disposition']).toMatch(/^attachment; filename="flotilla-export-\d{4}-\d\d-\d\d\.zip"$/)
    await withExport(raw, async ({ rows }) => expect(await rows('sites')).toHaveLength(2))
  })
})

const post = async (payload: object, headers: Record<string, string>) => {
  const response = await fixture.service.app.server!.inject({
    method: 'POST',
    url: '/api/v2/fleet/export',
    headers,
    payload,
  })
  return { status: response.statusCode, headers: response.headers, raw: response.rawPayload }
}

describe('export-fleet', () => {
  it('makes a number of queries that does not depend on the number of rows in a page', async () => {
    await seedSites(fixture.service.db, 150)
    const query = vi.spyOn(Client.prototype, 'query')
    await exported()
    const few = query.mock.calls.length
    await seedSites(fixture.service.db, 800, (n) => ({ url: `https://more-${n}.example/` }))
    query.mockClear()
    await exported()
    // 200 rows are read at a time: four more reads for each of the two files, and for each other table with a row per site.
    expect(query.mock.calls.length - few).toBeLessThan(40)
  })

  it('is refused while another one is read, and possible when its reader is gone', async () => {
    const content = await start()
    await content.next()
    const headers = await sessionOfAdministrator(fixture)
    expect(await rest('POST /fleet/export', {}, headers)).toMatchObject({
      status: 409,
      body: { code: 'svc_export_in_progress' },
    })
    await content.return(undefined)
    await expect.poll(async () => (await post({}, headers)).status).toBe(200)
  })

  it('ends with an error when the database connection is lost', async () => {
    await seedSites(fixture.service.db, 5)
    const content = await start()
    await fixture.service.db.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 870097`,
    )
    await expect(finish(content)).rejects.toThrow()
    await finish(await start())
  })

  it('is for administrators with a session, never for a key', async () => {
    const { administrator, manager } = fixture.people
    expect((await rest('POST /fleet/export', {}, administrator.headers)).status).toBe(403)
    expect((await rest('POST /fleet/export', {}, manager.headers)).status).toBe(403)
  })

  it('leaves a line in the audit trail', async () => {
    await post({ public_key: own.publicKey }, await sessionOfAdministrator(fixture))
    const lines = await fixture.service.db
      .selectFrom('audit_lines')
      .select(['actor_name', 'subject', 'outcome'])
      .where('operation', '=', 'export-fleet')
      .execute()
    expect(lines).toEqual([{ actor_name: 'ada', subject: 'all data with keys', outcome: 'ok' }])
  })

  it.each([
    ['a private key', own.privateKey, 'This is a private key'],
    ['a short key', keyPair(1024).publicKey, 'must have 2048'],
    [
      'a key of another type',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
      'must be an RSA key',
    ],
    ['other text', 'ssh-rsa AAAA', 'must be an RSA public key in PEM format'],
  ])('refuses %s', async (_, public_key, reason) => {
    const { status, body, text } = await rest(
      'POST /fleet/export',
      { public_key },
      await sessionOfAdministrator(fixture),
    )
    expect([status, body.message]).toEqual([400, expect.stringContaining(reason)])
    expect(text).not.toContain('BEGIN PRIVATE')
    expect(text).not.toContain('AAAA')
  })
})
