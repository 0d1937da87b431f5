import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { initialBackupSettings, upsertBackupSettings } from '../domain/service-backups/backup-settings-store.ts'
import { moveAnchor } from '../operation/audit-trail/anchor.ts'
import { auditAnchorFile } from '../platform/audit-anchor-file.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createDataDir, runCommand } from '../testing/command-line.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { createScratchDatabase } from '../testing/scratch-database.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { checkClock } from './doctor/check-database.ts'
import { checkChromium, checkDataDir, checkDisk, checkNode, checkPlatform } from './doctor/check-machine.ts'
import { checkSettings } from './doctor/check-settings.ts'
import * as doctor from './doctor.ts'

const machine = { nodeVersion: '24.1.0', platform: 'linux', arch: 'x64', userId: process.getuid!() }

let dataDir: string
beforeEach(async () => {
  dataDir = await createDataDir()
})
afterEach(() => rm(dataDir, { recursive: true }))

describe('doctor', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
    const call = { name: 'logs', active: true }
    for (let line = 0; line < 3; line++) await service.app.run('switch-module', call)
  })
  afterAll(() => service.close())

  const examine = (further: Record<string, string> = {}) =>
    runCommand(doctor, [], {
      DATABASE_URL: service.connectionString,
      DATA_DIR: dataDir,
      ...further,
    })

  test('reports the difference of the clocks', async () => {
    const behind = (seconds: number) => new FakeClock(new Date(Date.now() - seconds * 1000).toISOString())
    expect(await checkClock(service.db, systemClock)).toMatchObject({ state: 'ok' })
    // A few seconds more on a busy machine.
    expect(await checkClock(service.db, behind(30))).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/[345]\d seconds/),
    })
    expect(await checkClock(service.db, behind(300))).toMatchObject({ state: 'problem' })
  })

  const anchor = () =>
    moveAnchor({ db: service.db, clock: systemClock, key: service.app.auditKey, path: auditAnchorFile(dataDir) })

  const backupKey = 'the key of the backups that is long enough'
  const backedUp = { BACKUP_KEY: backupKey, BACKUP_DIR: tmpdir() }
  /** A target, a backup and a restore check, this many hours ago. */
  async function seedBackups({ hours = 1, checkHours = 1, failure = null as string | null } = {}) {
    const { db } = service
    const ago = (count: number) => new Date(Date.now() - count * 3_600_000)
    await db.deleteFrom('service_backups').execute()
    await upsertBackupSettings(db, { ...initialBackupSettings, target: 'folder', changed_at: ago(hours) })
    const common = { started_by: 'system', failure: null }
    const row = { name: 'x', target: 'folder', location: tmpdir(), step: 'ended', size: 2_000_000, ...common } as const
    const at = { started_at: ago(hours), finished_at: ago(hours) }
    const done = { ...row, ...at, status: 'done' } as const
    const { id } = await db.insertInto('service_backups').values(done).returning('id').executeTakeFirstOrThrow()
    const check = { backup_id: id, started_by: 'system', rows: 5, started_at: ago(checkHours), failure }
    await db
      .insertInto('service_backup_checks')
      .values({ ...check, finished_at: ago(checkHours), status: failure ? 'failed' : 'passed' })
      .execute()
  }
  const linesAbout = (printed: string, ...subjects: string[]) =>
    printed.split('\n').filter((line) => subjects.some((subject) => line.slice(9).startsWith(subject)))

  test('reports the backups, their key and the restore check', async () => {
    const subjects = ['BACKUP_KEY', 'BACKUP_DIR', 'backups', 'restore check']
    const about = async (environment: Record<string, string> = backedUp) =>
      linesAbout((await examine(environment)).printed, ...subjects)
    await service.db.deleteFrom('service_backup_settings').execute()
    expect(await about({})).toEqual([
      expect.stringMatching(/^ok +BACKUP_KEY +not set/),
      expect.stringMatching(/^warning +backups +No scheduled backup is configured/),
    ])
    await seedBackups()
    expect(await about()).toEqual([
      expect.stringMatching(/^ok +BACKUP_KEY +set \([0-9a-f]{8}\)/),
      expect.stringMatching(/^\w+ +BACKUP_DIR .*\d+ MB free at/),
      expect.stringMatching(/^ok +backups +the last one is of \S+Z? \(2 MB, /),
      expect.stringMatching(/^ok +restore check passed at .* \(5 rows\)/),
    ])
    expect(await about({})).toEqual([
      expect.stringMatching(/^problem +BACKUP_KEY +Not set here/),
      expect.stringMatching(/^problem +backups +BACKUP_DIR is not set.*BACKUP_KEY is not set/),
      expect.stringMatching(/^ok +restore check/),
    ])
    expect(await about({ ...backedUp, BACKUP_DIR: join(dataDir, 'unmounted') })).toContainEqual(
      expect.stringMatching(/^problem +BACKUP_DIR .*unmounted does not exist/),
    )
    await seedBackups({ hours: 60, failure: 'The backup was restored with differences.' })
    expect((await about()).slice(2)).toEqual([
      expect.stringMatching(/^problem +backups +They are late/),
      expect.stringMatching(/^problem +restore check .* failed: The backup was restored with differences\./),
    ])
    await seedBackups({ checkHours: 24 * 20 })
    expect(await about()).toContainEqual(expect.stringMatching(/^warning +restore check .*planned every 7 days/))
    expect((await examine(backedUp)).printed).not.toContain(backupKey)
  })

  test('reports no problem for a healthy service, and prints no secret', async () => {
    await seedBackups()
    expect(await anchor()).toBe(3)
    const { code, printed } = await examine({
      ...backedUp,
      SMTP_URL: 'smtp://me:hunter2@mail.example.com',
      MAIL_FROM: 'a@b.example',
      CHROMIUM_PATH: '/bin/true',
    })
    expect(printed).not.toMatch(/^(problem|warning)/m)
    for (const subject of [
      'Node',
      'disk',
      'database',
      'layout',
      'clock',
      'queue',
      'master key',
      'backups',
      'restore check',
      'audit trail',
      'audit anchor',
    ]) {
      expect(printed).toMatch(new RegExp(`^ok +${subject} `, 'm'))
    }
    expect(printed).not.toContain('hunter2')
    expect(code).toBe(0)
  })

  test('reports what the anchor of the audit trail says', async () => {
    const { db } = service
    const lastLine = () =>
      db.selectFrom('audit_lines').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const anchorLine = async () => /^(\w+ +audit anchor .*)$/m.exec((await examine()).printed)?.[1]
    expect(await anchorLine()).toMatch(
      /^warning .*audit-head\.json is missing, so removed newest lines would not be noticed/,
    )
    await anchor()
    expect(await anchorLine()).toMatch(/^ok .*line 3 of .* is in the trail; the newest line is 3/)
    const { id: _, ...removed } = await lastLine()
    const before = await db.selectFrom('audit_lines').select('seal').where('id', '=', 2).executeTakeFirstOrThrow()
    await db.deleteFrom('audit_lines').where('id', '=', 3).execute()
    await db.updateTable('audit_head').set(before).execute()
    const { code, printed } = await examine()
    expect(printed).toMatch(/^ok +audit trail +2 lines, none changed or removed/m)
    expect(printed).toMatch(
      /^problem +audit anchor .* has line 3 of .*, but the newest line is 2: newer lines were removed/m,
    )
    expect(code).toBe(1)
    await writeFile(auditAnchorFile(dataDir), '{"line": 2}')
    expect(await anchorLine()).toMatch(/^problem .*audit-head\.json was changed or damaged/)
    await db.insertInto('audit_lines').values(removed).execute()
    await db.updateTable('audit_head').set({ seal: removed.seal }).execute()
  })

  test('reports that all audit lines were removed with the head and the anchor', async () => {
    const { db } = service
    const { seal } = await db.selectFrom('audit_head').select('seal').executeTakeFirstOrThrow()
    await db.pool.query('create table stored_lines as select * from audit_lines; delete from audit_lines')
    await db.updateTable('audit_head').set({ seal: '' }).execute()
    const { printed } = await examine()
    expect(printed).toMatch(/^warning +audit trail +There are no lines, although numbers up to \d+ were used/m)
    await db.pool.query(
      `insert into audit_lines overriding system value select * from stored_lines; drop table stored_lines`,
    )
    await db.updateTable('audit_head').set({ seal }).execute()
  })

  test('reports a changed audit line', async () => {
    await service.db.updateTable('audit_lines').set({ outcome: 'svc_other' }).where('id', '=', 2).execute()
    const { code, printed } = await examine()
    expect(printed).toMatch(/^problem +audit trail +Line 2 was changed/m)
    expect(code).toBe(1)
    await service.db.updateTable('audit_lines').set({ outcome: 'ok' }).where('id', '=', 2).execute()
  })

  test('reports a wrong or missing master key, without creating one', async () => {
    const wrong = await examine({ MASTER_KEY: 'another master key than the one before' })
    expect(wrong.printed).toMatch(
      /^problem +master key +The master key \w+ that sealed instance_secrets\.value is missing/m,
    )
    await rm(join(dataDir, 'master.key'))
    const none = await examine()
    expect(none.printed).toMatch(/^problem +master key .*master\.key is missing/m)
    expect(await readdir(dataDir)).toEqual([])
    expect(none.code).toBe(1)
  })

  test('reports missing and unknown migrations', async () => {
    const { rows } = await service.db.pool.query('delete from migrations where name = $1 returning *', [
      '001-foundation',
    ])
    expect((await examine()).printed).toMatch(/^warning +layout +1 migrations are missing/m)
    await service.db.pool.query(`insert into migrations (name, digest) values ('999-future', 'x')`)
    expect((await examine()).printed).toMatch(
      /^problem +layout +A newer Flotilla created this database \(999-future\)/m,
    )
    await service.db.pool.query(`update migrations set oldest_code = '0.2.0' where name = '999-future'`)
    await service.db.pool.query('insert into migrations (name, digest) values ($1, $2)', [rows[0].name, rows[0].digest])
    expect((await examine()).printed).toMatch(/^warning +layout .*\(999-future\)\. This version may use it/m)
    await service.db.pool.query(`delete from migrations where name = '999-future'`)
  })

  test('reports overdue calls', async () => {
    await service.app.queue.later({ operation: 'x', input: {}, actor: {} }, { due: new Date('2020-01-01') })
    expect((await examine()).printed).toMatch(/^warning +queue +1 calls are overdue/m)
  })

  test('reports an unreachable database, with the other checks', async () => {
    const { code, printed } = await examine({ DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' })
    expect(printed).toMatch(/^problem +database .*ECONNREFUSED/m)
    expect(printed).toMatch(/^ok +disk/m)
    expect(code).toBe(1)
  })

  test('reports an empty database and does not change it', async () => {
    const empty = await createScratchDatabase()
    const { printed } = await examine({ DATABASE_URL: empty.connectionString })
    expect(printed).toMatch(/^warning +layout +The database is empty/m)
    expect(
      await empty.query(`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`),
    ).toEqual([])
    await empty.drop()
  })
})

describe('the machine', () => {
  test('Node and the platform', () => {
    expect(checkNode(machine).state).toBe('ok')
    expect(checkNode({ ...machine, nodeVersion: '20.19.2' }).state).toBe('problem')
    const elsewhere = { ...machine, platform: 'darwin' }
    expect(checkPlatform(machine, true).state).toBe('ok')
    expect(checkPlatform(elsewhere, true)).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('DATABASE_URL'),
    })
    expect(checkPlatform(elsewhere, false).state).toBe('ok')
  })

  test('Chromium', () => {
    expect(checkChromium('/bin/true')).toMatchObject({ state: 'ok', text: '/bin/true' })
    expect(checkChromium('/nowhere')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('CHROMIUM_PATH'),
    })
  })

  test('the folder', async () => {
    expect((await checkDataDir(join(dataDir, 'missing'), machine)).state).toBe('warning')
    expect(await checkDataDir(dataDir, { ...machine, userId: machine.userId + 1 })).toMatchObject({ state: 'warning' })
    await chmod(dataDir, 0o770)
    expect(await checkDataDir(dataDir, machine)).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('chmod go-w'),
    })
    await writeFile(join(dataDir, 'file'), '')
    expect((await checkDataDir(join(dataDir, 'file'), machine)).state).toBe('problem')
  })

  test('the disk', async () => {
    const withFree = async (megabytes: number) => (await checkDisk(dataDir, async () => megabytes * 1024 * 1024)).state
    expect(await withFree(100)).toBe('problem')
    expect(await withFree(1000)).toBe('warning')
    expect(await withFree(5000)).toBe('ok')
  })
})

describe('settings that are probably wrong', () => {
  const states = (environment: Record<string, string>) => {
    const findings = checkSettings(readConfig(environment))
    return Object.fromEntries(findings.map(({ subject, state }) => [subject, state]))
  }

  test.each([
    [{}, 'ok', 'ok'],
    [{ HOST: '0.0.0.0' }, 'warning', 'ok'],
    [{ PUBLIC_URL: 'http://localhost:8700' }, 'ok', 'ok'],
    [{ PUBLIC_URL: 'http://fleet.example.com' }, 'warning', 'ok'],
    [{ PUBLIC_URL: 'https://fleet.example.com' }, 'ok', 'warning'],
    [{ PUBLIC_URL: 'https://fleet.example.com', TRUST_PROXY: '127.0.0.1' }, 'ok', 'ok'],
    [{ PUBLIC_URL: 'https://fleet.example.com', TRUST_PROXY: 'on' }, 'ok', 'ok'],
    [{ PUBLIC_URL: 'https://fleet.example.com', TRUST_PROXY: 'on', HOST: '0.0.0.0' }, 'ok', 'warning'],
  ])('%j', (environment, publicUrl, trustProxy) => {
    expect(states(environment)).toMatchObject({ PUBLIC_URL: publicUrl, TRUST_PROXY: trustProxy })
  })

  test('mail', () => {
    expect(states({}).mail).toBe('warning')
    expect(states({ SMTP_URL: 'smtp://mail.example.com' }).mail).toBe('warning')
    expect(states({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'fleet@example.com' }).mail).toBe('ok')
  })
})
