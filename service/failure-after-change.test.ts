import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setUpSoftware } from './domain/software/testing/set-up-software.ts'
import { verifyAuditTrail } from './operation/audit-trail/verify-store.ts'

const fixture = setUpSoftware()
const { ability, rest } = fixture

/** What the database does instead of a write. */
const failures = {
  'full disk': `raise exception 'could not extend file: No space left on device' using errcode = '53100'`,
  'lost connection': 'perform pg_terminate_backend(pg_backend_pid())',
}

/** Over a connection of its own: the pool of the service may still have a lost one. */
async function sql(text: string) {
  const client = new Client({ connectionString: fixture.service.connectionString })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** Every write to the table fails from now on; `atCommit`: when its transaction commits. */
async function failWrites(table: string, how: keyof typeof failures, { atCommit = false } = {}) {
  const event = `after insert or update on ${table}`
  await sql(`
    create function fail_writes() returns trigger language plpgsql as $$ begin ${failures[how]}; return null; end $$;
    create ${atCommit ? `constraint trigger fail_writes ${event} deferrable initially deferred` : `trigger fail_writes ${event}`}
    for each row execute function fail_writes()`)
}
/** Writes work again, and the pool has no lost connection. */
async function recover() {
  await sql('drop function if exists fail_writes() cascade')
  const { pool } = fixture.service.db
  await vi.waitUntil(
    async () => {
      const answers = await Promise.allSettled(Array.from({ length: 5 }, () => pool.query('select 1')))
      return answers.every(({ status }) => status === 'fulfilled')
    },
    { timeout: 30_000 },
  )
}
afterEach(recover)

/** The outcomes in the audit trail, as an administrator sees them. */
const auditOf = async (operation: string): Promise<string[]> => {
  const read = () => rest(`GET /audit?operation=${operation}`)
  await vi.waitUntil(async () => (await read()).status === 200, { timeout: 30_000 })
  return (await read()).body.data.map(({ outcome }: { outcome: string }) => outcome)
}
const activate = () => ability('activate-site-plugins', { site_id_or_domain: 1, slugs: ['off/off.php'] })

describe('a change of our own tables', () => {
  const changes = {
    'add-tag': () => rest('POST /tags/add', { name: 'Care plan' }),
    'add-client': () => rest('POST /clients/add', { name: 'Ada' }),
    'update-general-settings': () => rest('PUT /settings/general/edit', { timezone_string: 'Europe/Berlin' }),
    'add-key': () => rest('POST /rest-api/add-key', { description: 'a new key' }),
  }
  const state = () =>
    sql(`select (select count(*) from tags) as tags, (select count(*) from clients) as clients,
      (select count(*) from api_keys) as keys, (select count(*) from settings) as settings`)

  it.each(Object.entries(changes))('%s is rolled back when its audit line cannot be written', async (name, change) => {
    const before = await state()
    await failWrites('audit_lines', 'full disk')
    const { status, body } = await change()
    expect([status, body.code]).toEqual([503, 'svc_storage_full'])
    expect(await state()).toEqual(before)
    await recover()
    expect(await auditOf(name)).toEqual([])
    expect((await change()).status).toBeLessThan(300)
    expect(await state()).not.toEqual(before)
    expect(await auditOf(name)).toEqual(['ok'])
    expect((await verifyAuditTrail(fixture.service.db, fixture.service.app.auditKey)).problem).toBe(null)
  })

  it.each(Object.entries(changes))('%s: a connection lost before the commit changes nothing', async (_, change) => {
    const before = await state()
    await failWrites('audit_lines', 'lost connection')
    const { status, body } = await change()
    expect([status, body.code]).toEqual([503, 'svc_database_unavailable'])
    expect(body.message).toContain('nothing was changed')
    expect(await state()).toEqual(before)
  })

  it.each(Object.entries(changes))('%s: a connection lost in the commit is unconfirmed', async (_, change) => {
    await failWrites('audit_lines', 'lost connection', { atCommit: true })
    const { status, body } = await change()
    expect([status, body.code, body.data.retryable]).toEqual([503, 'svc_change_unconfirmed', false])
    expect(body.message).not.toContain('nothing was changed')
  })

  it('a batch tells each item apart', async () => {
    await failWrites('tags', 'full disk')
    const { body } = await rest('POST /batch', {
      tags: { create: [{ name: 'A' }] },
      clients: { create: [{ name: 'Ada' }] },
    })
    expect(body.tags.create[0]).toMatchObject({ success: 0, error: { code: 'svc_storage_full' } })
    expect(body.clients.create[0]).toMatchObject({ success: 1 })
    expect(await state()).toEqual([expect.objectContaining({ tags: 0, clients: 1 })])
  })
})

describe('a change of a child site', () => {
  it('is reported as done when only its outcome cannot be recorded, and listed as started', async () => {
    await failWrites('audit_lines', 'lost connection')
    const { status, body } = await activate()
    expect(fixture.site.plugin('off/off.php')?.active).toBe(true)
    expect([status, body.activated]).toEqual([200, ['off/off.php']])
    expect(await auditOf('activate-site-plugins')).toEqual(['started'])
  })

  it('is unconfirmed when the database fails after the site was changed', async () => {
    await fixture.sync()
    await failWrites('site_software', 'lost connection')
    const { status, body } = await activate()
    expect(fixture.site.plugin('off/off.php')?.active).toBe(true)
    expect([status, body.code, body.data.retryable]).toEqual([503, 'svc_change_unconfirmed', false])
    expect(body.message).not.toContain('nothing was changed')
    expect(await auditOf('activate-site-plugins')).toEqual(['svc_change_unconfirmed'])
  })

  it('is not started while the database is away', async () => {
    await failWrites('audit_open_calls', 'lost connection')
    const { status, body } = await activate()
    expect([status, body.code]).toEqual([503, 'svc_database_unavailable'])
    expect(body.message).toContain('nothing was changed')
    expect(fixture.site.counts.plugin_action ?? 0).toBe(0)
  })

  it('has one line when everything works', async () => {
    await activate()
    expect(await auditOf('activate-site-plugins')).toEqual(['ok'])
  })

  it('of a process that was killed is listed with an unknown outcome', async () => {
    fixture.site.setFault('never-answer', { on: ['plugin_action'] })
    const program = fileURLToPath(new URL('testing/run-operation-process.ts', import.meta.url))
    const input = JSON.stringify({ site_id_or_domain: 1, slugs: ['off/off.php'] })
    const child = spawn(process.execPath, [program, fixture.service.connectionString, 'activate-site-plugins', input], {
      stdio: 'inherit',
    })
    const ended = once(child, 'exit')
    await vi.waitUntil(() => (fixture.site.counts.plugin_action ?? 0) > 0, { timeout: 60_000 })
    child.kill('SIGKILL')
    await ended
    expect(await auditOf('activate-site-plugins')).toEqual(['started'])

    const { clock, app, db } = fixture.service
    // The other process has the clock of the machine.
    await db.updateTable('audit_open_calls').set({ at: clock.now() }).execute()
    await app.deleteOldRows()
    expect(await auditOf('activate-site-plugins')).toEqual(['started'])
    clock.advance(3_600_001)
    await app.deleteOldRows()
    expect(await auditOf('activate-site-plugins')).toEqual(['svc_process_ended'])
    expect((await verifyAuditTrail(db, fixture.service.app.auditKey)).problem).toBe(null)
    const changes = await rest('GET /changes')
    expect(changes.body.items ?? changes.body.data).toEqual([
      expect.objectContaining({ description: expect.stringContaining('(outcome unknown)') }),
    ])
  }, 90_000)
})
