import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as restore from '../../commands/restore.ts'
import { checkPrefix, requireOtherName } from '../../platform/database/backup/check-database.ts'
import { readBackupKeys } from '../../platform/database/backup/encryption.ts'
import { callers } from '../../testing/callers.ts'
import { createDataDir, runCommand } from '../../testing/command-line.ts'
import { setUpService } from '../../testing/people.ts'
import { itIf } from '../../testing/requirements.ts'
import { createScratchDatabase } from '../../testing/scratch-database.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import type { BackupPaths } from './backup-environment.ts'
import { type S3Server, s3Bucket, s3Key, startS3Server } from './testing/s3-server.ts'

const unshare = {
  present: spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0,
  name: 'unshare with a tmpfs',
}
const key = 'the key of the backups that is long enough'
const environment: BackupPaths = { folder: '', keys: readBackupKeys(key), spool: '', partBytes: 20_000 }
const fixture = setUpService({ serviceBackup: environment }, false)
const { rest } = callers(fixture)

let root: string
let s3: S3Server
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flotilla-backups-'))
  s3 = await startS3Server(root)
})
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  const folder = await mkdtemp(join(root, 'test-'))
  Object.assign(environment, {
    folder: join(folder, 'target'),
    spool: join(folder, 'spool'),
    keys: readBackupKeys(key),
  })
  Object.assign(fixture.service.app.context.serviceBackup, environment)
  await mkdir(environment.folder!)
  s3.calls.length = 0
  s3.admit = () => true
  // The storage compares the time of a signature with its own clock.
  fixture.service.clock.shift(Date.now() - fixture.service.clock.now().getTime())
})

const settings = async (values: object) => {
  const answer = await rest('PUT /service-backups/settings', values)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const useFolder = (more: object = {}) => settings({ target: 'folder', ...more })
const useS3 = (more: object = {}) =>
  settings({
    target: 's3',
    s3_endpoint: s3.endpoint,
    s3_bucket: s3Bucket,
    s3_prefix: 'flotilla/',
    s3_access_key: s3Key.accessKeyId,
    s3_secret: s3Key.secretAccessKey,
    ...more,
  })
const status = async () => (await rest('GET /service-backups/status')).body.data
const start = async () => (await rest('POST /service-backups')).body.data.backup_id as number
const startCheck = async () => (await rest('POST /service-backups/check', {})).body.data.check_id as number
const run = (name: string, input: object) => fixture.service.app.run(name, input)
const backUp = async () => {
  const id = await start()
  await run('run-service-backup', { backup_id: id })
  return id
}
const check = async () => run('run-restore-check', { check_id: await startCheck() })
/** Runs a backup in a process of its own, which can be killed. */
function runInProcess(id: number, paths: Partial<BackupPaths>, wrapper: string[] = []) {
  const program = fileURLToPath(new URL('../../testing/run-operation-process.ts', import.meta.url))
  const input = JSON.stringify({ backup_id: id })
  const call = JSON.stringify({ serviceBackup: { folder: null, spool: null, ...paths, key } })
  const { connectionString } = fixture.service
  const command = [...wrapper, process.execPath, program, connectionString, 'run-service-backup', input, call]
  return spawn(command[0]!, command.slice(1), { stdio: 'ignore' })
}
const events = async () =>
  (await fixture.service.db.selectFrom('events').select(['type', 'data']).orderBy('id').execute()).filter(({ type }) =>
    type.startsWith('service_backup'),
  )
const checkDatabases = async () =>
  (await fixture.service.db.pool.query(`select datname from pg_database where datname like '${checkPrefix}%'`)).rows

describe('a backup to S3', () => {
  it('is uploaded in parts, encrypted, and passes its restore check', async () => {
    await seedSites(fixture.service.db, 300)
    expect((await status()).state).toBe('not_configured')
    expect(await useS3()).toMatchObject({ state: 'never', check_state: 'never', missing: [] })
    const id = await backUp()
    const after = await status()
    expect(after).toMatchObject({ state: 'ok', running: null, last_success: { id, status: 'done', step: 'ended' } })
    const parts = s3.calls.filter((call) => call.includes('partNumber'))
    expect(parts.length).toBe(Math.ceil(after.last_success.size / 20_000))
    expect(parts.length).toBeGreaterThan(1)
    // Nothing stays on the disk of the server.
    expect(await readdir(environment.spool!)).toEqual([])
    await check()
    const passed = await status()
    expect(passed).toMatchObject({ check_state: 'passed', last_check: { backup_id: id, failure: null } })
    expect(passed.last_check.rows).toBe(after.last_success.rows)
    // The secret key of the storage is one of them.
    expect(passed.last_check.secrets).toBeGreaterThan(1)
    expect(await readdir(environment.spool!)).toEqual([])
    expect(await checkDatabases()).toEqual([])
    expect(await events()).toEqual([])
  })

  it('goes on with the missing parts after its process was killed', async () => {
    await seedSites(fixture.service.db, 300)
    await useS3()
    const id = await start()
    let isReached = () => {}
    const reached = new Promise<void>((resolve) => {
      isReached = resolve
    })
    s3.admit = (call) => {
      if (!call.includes('partNumber=3')) return true
      isReached()
      return false
    }
    const { spool, partBytes } = environment
    const child = runInProcess(id, { spool, partBytes })
    await reached
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await status()).toMatchObject({ running: { id, step: 'storing', bytes_done: 40_000 } })
    s3.calls.length = 0
    s3.admit = () => true
    await run('run-service-backup', { backup_id: id })
    const numbers = s3.calls.flatMap((each) => /partNumber=(\d+)/.exec(each)?.[1] ?? [])
    expect(numbers[0]).toBe('3')
    expect(s3.calls.some((each) => each.includes('uploads='))).toBe(false)
    await check()
    expect(await status()).toMatchObject({ state: 'ok', check_state: 'passed' })
  })

  it('begins again when the file of the killed process is not on this disk', async () => {
    await useS3()
    const id = await start()
    await fixture.service.db
      .updateTable('service_backups')
      .set({ step: 'storing', size: 123, upload_id: 'lost' })
      .where('id', '=', id)
      .execute()
    await run('run-service-backup', { backup_id: id })
    await check()
    expect(await status()).toMatchObject({ state: 'ok', check_state: 'passed' })
  })

  it.each([
    ['s3_secret', 'wrong', /403 \(SignatureDoesNotMatch\). The secret key is wrong/],
    ['s3_bucket', 'no-such-bucket', /404 \(NoSuchBucket\). The bucket does not exist/],
    ['s3_endpoint', 'http://10.1.2.3:9000', /private address \(10\.1\.2\.3\). Add its network to ALLOW_NETWORKS/],
  ])('fails with a sentence for a wrong %s', async (field, value, sentence) => {
    await useS3({ [field]: value, ...(field === 's3_endpoint' && { s3_secret: 'x' }) })
    const id = await start()
    await expect(run('run-service-backup', { backup_id: id })).rejects.toThrow(sentence)
    const after = await status()
    expect(after).toMatchObject({ state: 'failed', last_success: null, last_attempt: { id, status: 'failed' } })
    expect(after.last_attempt.failure).toMatch(sentence)
    expect(await events()).toMatchObject([{ type: 'service_backup.failed', data: { backup_id: id } }])
    expect(await readdir(environment.spool!)).toEqual([])
  })
})

describe('a backup to a folder', () => {
  const files = () => readdir(environment.folder!)
  const onlyFile = async () => join(environment.folder!, (await files())[0]!)

  it('is a file that only its owner can read, encrypted, and can be restored with the key', async () => {
    await seedSites(fixture.service.db, 5)
    await useFolder()
    await backUp()
    const path = await onlyFile()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const bytes = await readFile(path)
    expect(bytes.subarray(0, 27).toString()).toBe('FLOTILLA-ENCRYPTED-BACKUP 1')
    const database = await createScratchDatabase()
    const variables = { DATABASE_URL: database.connectionString, DATA_DIR: await createDataDir() }
    const withoutKey = await runCommand(restore, [path], variables)
    expect([withoutKey.code, withoutKey.complained]).toEqual([1, expect.stringMatching(/is encrypted. Set BACKUP_KEY/)])
    const other = await runCommand(restore, [path], { ...variables, BACKUP_KEY: `${key} of another server` })
    expect(other.complained).toMatch(/was encrypted with another backup key/)
    const restored = await runCommand(restore, [path], {
      ...variables,
      BACKUP_KEY: `a newer key of this server that is long enough,${key}`,
    })
    expect([restored.code, restored.complained]).toEqual([0, ''])
    expect(await database.query('select count(*)::int from sites')).toEqual([{ count: 5 }])
    await database.drop()
  })

  it('keeps as many as the settings say, and touches no other file', async () => {
    await useFolder({ keep_count: 2, keep_days: 0 })
    await writeFile(join(environment.folder!, 'notes.txt'), 'mine')
    await writeFile(join(environment.folder!, 'flotilla-20260101T000000Z-7.backup'), 'of another installation')
    for (let round = 0; round < 3; round++) {
      fixture.service.clock.advance(86_400_000)
      await backUp()
    }
    expect(await files()).toHaveLength(4)
    const { data } = (await rest('GET /service-backups')).body
    expect(data.map(({ deleted_at }: { deleted_at: string | null }) => deleted_at !== null)).toEqual([
      false,
      false,
      true,
    ])
  })

  itIf(unshare)('fails when the disk is full, and leaves nothing behind', async () => {
    await seedSites(fixture.service.db, 300)
    await useFolder()
    const id = await start()
    const { folder } = environment
    const files = join(root, 'left-files')
    const mounted = `mount -t tmpfs -o size=32k tmpfs "${folder}" && ("$@"; ls -A "${folder}" > "${files}")`
    const child = runInProcess(id, { folder }, ['unshare', '-rm', 'sh', '-c', mounted, 'sh'])
    await once(child, 'exit')
    const after = await status()
    expect(after).toMatchObject({
      state: 'failed',
      last_attempt: { failure: expect.stringMatching(/^The disk is full/) },
    })
    expect(await readFile(files, 'utf8')).toBe('')
  })

  it('fails when the folder is not there', async () => {
    await useFolder()
    await rm(environment.folder!, { recursive: true })
    await expect(backUp()).rejects.toThrow('The folder for backups does not exist')
  })

  describe('that was changed', () => {
    beforeEach(async () => {
      await useFolder()
      await backUp()
    })
    const failure = async () => {
      await expect(check()).rejects.toThrow()
      const after = await status()
      expect(after.check_state).toBe('failed')
      expect(await events()).toMatchObject([{ type: 'service_backup.check_failed', data: { backup_id: 1 } }])
      expect(await checkDatabases()).toEqual([])
      return after.last_check.failure
    }

    it('by one byte', async () => {
      const path = await onlyFile()
      const bytes = await readFile(path)
      bytes[bytes.length >> 1]! ^= 1
      await writeFile(path, bytes)
      expect(await failure()).toMatch(/^flotilla-\S+\.backup is damaged, was altered/)
    })
    it('by cutting off its end', async () => {
      const path = await onlyFile()
      await truncate(path, (await stat(path)).size - 1)
      expect(await failure()).toMatch(/bytes instead of/)
    })
    it('to an unencrypted file of the same size', async () => {
      const path = await onlyFile()
      await writeFile(path, Buffer.alloc((await stat(path)).size, 'x'))
      expect(await failure()).toMatch(/is not encrypted, so Flotilla did not write it/)
    })
    it('to an older backup', async () => {
      const path = await onlyFile()
      const older = await readFile(path)
      fixture.service.clock.advance(1_000)
      await backUp()
      const newer = join(environment.folder!, (await files()).find((name) => !path.endsWith(name))!)
      await writeFile(newer, older)
      await fixture.service.db.updateTable('service_backups').set({ size: older.length }).execute()
      await expect(check()).rejects.toThrow(/another backup than the one that was made/)
    })
    it('so that its rows differ from what was counted', async () => {
      await fixture.service.db.pool.query(`update service_backups set counts = counts || '{"users": 99}'`)
      expect(await failure()).toMatch(/users has 3 rows instead of 99/)
    })
    it('or the key of this server', async () => {
      fixture.service.app.context.serviceBackup.keys = readBackupKeys(`${key} but another one`)
      expect(await failure()).toMatch(/another backup key/)
    })
  })
})

describe('the restore check', () => {
  it('refuses a live database with the name of a check', () => {
    const name = `${checkPrefix}1_2`
    expect(() => requireOtherName(name, name)).toThrow(/refused/)
    expect(() => requireOtherName(name, `${checkPrefix}9_9`)).toThrow(/refused/)
    expect(() => requireOtherName('flotilla', 'flotilla')).toThrow(/refused/)
    expect(() => requireOtherName(name, 'flotilla')).not.toThrow()
  })

  it('leaves databases of other installations, and a starting worker drops its own', async () => {
    const { pool } = fixture.service.db
    const { rows } = await pool.query('select oid::int from pg_database where datname = current_database()')
    const [own, other] = [`${checkPrefix}${rows[0].oid}_41`, `${checkPrefix}${rows[0].oid + 1}_41`]
    for (const name of [own, other]) await pool.query(`create database ${name}`)
    const worker = await fixture.service.openAnother({ works: true })
    expect(await checkDatabases()).toEqual([{ datname: other }])
    await worker.close()
    await pool.query(`drop database ${other}`)
  })
})

describe('the schedule', () => {
  const due = async () => (await run('start-due-service-backups', {})).output

  it('starts a backup at its time, repeats a failed one after an hour, and reports once that it is late', async () => {
    const { clock } = fixture.service
    expect(await due()).toEqual({ backup_id: null, check_id: null, is_late: false })
    await useFolder({ interval_hours: 24, start_hour: 3, check_days: 7 })
    const first = (await due()) as { backup_id: number }
    expect(first.backup_id).toBeGreaterThan(0)
    // One at a time.
    expect(await due()).toMatchObject({ backup_id: null })
    await run('run-service-backup', first)
    const second = (await due()) as { check_id: number; backup_id: null }
    expect(second).toMatchObject({ backup_id: null, check_id: expect.any(Number) })
    await run('run-restore-check', { check_id: second.check_id })
    expect(await due()).toMatchObject({ backup_id: null, check_id: null })
    await rm(environment.folder!, { recursive: true })
    clock.advance(86_400_000)
    const failing = (await due()) as { backup_id: number }
    await expect(run('run-service-backup', failing)).rejects.toThrow()
    clock.advance(1_800_000)
    expect(await due()).toMatchObject({ backup_id: null })
    clock.advance(1_800_000)
    const again = (await due()) as { backup_id: number }
    await expect(run('run-service-backup', again)).rejects.toThrow()
    clock.advance(12 * 3_600_000)
    expect(await due()).toMatchObject({ is_late: true })
    expect(await due()).toMatchObject({ is_late: true })
    expect((await status()).state).toBe('late')
    expect((await events()).map(({ type }) => type)).toEqual([
      'service_backup.failed',
      'service_backup.failed',
      'service_backup.late',
    ])
  })

  it('ends a backup whose job was cancelled', async () => {
    await useFolder()
    const { job_id } = (await rest('POST /service-backups')).body.data
    expect((await rest('POST /service-backups')).status).toBe(409)
    await rest(`POST /jobs/${job_id}/cancel`)
    await due()
    expect((await status()).last_attempt).toMatchObject({ status: 'failed' })
  })
})

describe('the settings', () => {
  it('say what is missing: the key, the folder', async () => {
    Object.assign(fixture.service.app.context.serviceBackup, { keys: null, folder: null })
    const data = await useFolder()
    expect(data.state).toBe('not_configured')
    expect(data.missing).toEqual([expect.stringMatching(/^BACKUP_DIR/), expect.stringMatching(/^BACKUP_KEY/)])
    const { status: code, body } = await rest('POST /service-backups')
    expect([code, body.code]).toEqual([412, 'svc_backup_not_configured'])
  })

  it('never return the secret, and remove it with another endpoint', async () => {
    await useS3({ s3_secret: 'the secret of the storage' })
    const { text } = await rest('GET /service-backups/status')
    const { rows } = await fixture.service.db.pool.query('select t::text as line from audit_lines t')
    expect(text + JSON.stringify(rows) + JSON.stringify(fixture.service.logged)).not.toContain('secret of the storage')
    const moved = await settings({ s3_endpoint: 'https://storage.example' })
    expect(moved).toMatchObject({ state: 'not_configured', settings: { has_s3_secret: false } })
  })

  it.each([
    [{ s3_endpoint: 'ftp://storage.example' }, 's3_endpoint'],
    [{ s3_endpoint: 'https://user:pass@storage.example' }, 's3_endpoint'],
    [{ s3_endpoint: 'https://storage.example/path' }, 's3_endpoint'],
    [{ s3_prefix: '../../' }, 's3_prefix'],
    [{ s3_prefix: '/etc/' }, 's3_prefix'],
    [{ s3_bucket: 'a/b' }, 's3_bucket'],
    [{ target: 's3' }, 's3_endpoint'],
    [{ keep_count: 0 }, 'keep_count'],
    [{ folder: '/etc' }, 'folder'],
  ])('%j is refused', async (values, field) => {
    const { status: code, body } = await rest('PUT /service-backups/settings', values)
    expect([code, Object.keys(body.data.params)]).toEqual([400, [field]])
  })

  it('are for administrators', async () => {
    const { manager } = fixture.people
    expect((await rest('GET /service-backups/status', undefined, manager.headers)).status).toBe(403)
    expect((await rest('PUT /service-backups/settings', { target: 'folder' }, manager.headers)).status).toBe(403)
  })
})
