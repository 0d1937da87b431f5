import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkPrefix } from '../../../platform/database/backup/check-database.ts'
import { readBackupKeys } from '../../../platform/database/backup/encryption.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import type { BackupPaths } from '../backup-environment.ts'
import { type S3Server, s3Bucket, s3Key, startS3Server } from './s3-server.ts'

export const backupKey = 'the key of the backups that is long enough'

/** The shared service with a folder and a key for backups, and an S3-compatible storage. */
export function setUpBackups() {
  const fixture = setUpService()
  const { rest, dashboard } = callers(fixture)
  const paths = { folder: '', spool: '', keys: readBackupKeys(backupKey), partBytes: 2_000 }
  let root = ''
  const backups = {
    fixture,
    rest,
    dashboard,
    paths,
    s3: {} as S3Server,
    /** A folder for further files of a test. */
    root: () => root,
    async settings(values: object) {
      const answer = await dashboard('PUT /service-backups/settings', values)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data
    },
    useFolder: (more: object = {}) => backups.settings({ target: 'folder', ...more }),
    useS3: (more: object = {}) =>
      backups.settings({
        target: 's3',
        s3_endpoint: backups.s3.endpoint,
        s3_bucket: s3Bucket,
        s3_prefix: 'flotilla/',
        s3_access_key_id: s3Key.accessKeyId,
        s3_secret: s3Key.secretAccessKey,
        ...more,
      }),
    status: async () => (await rest('GET /service-backups/status')).body.data,
    start: async () => (await rest('POST /service-backups')).body.data.backup_id as number,
    run: (name: string, input: object) => fixture.service.app.run(name, input),
    async backUp() {
      const id = await backups.start()
      await backups.run('run-service-backup', { backup_id: id })
      return id
    },
    async check() {
      const { check_id } = (await rest('POST /service-backups/check', {})).body.data
      return backups.run('run-restore-check', { check_id })
    },
    async events() {
      const rows = await fixture.service.db.selectFrom('events').select(['type', 'data']).orderBy('id').execute()
      return rows.filter(({ type }) => type.startsWith('service_backup'))
    },
    async checkDatabases() {
      const { rows } = await fixture.service.db.pool.query<{ name: string }>(
        `select datname as name from pg_database
         where datname like '${checkPrefix}' || (select oid from pg_database where datname = current_database()) || '\\_%'`,
      )
      return rows.map(({ name }) => name)
    },
    /** Runs an operation in a process of its own, which can be killed. */
    runInProcess(name: string, input: object, own: Partial<BackupPaths>, wrapper: string[] = []) {
      const program = fileURLToPath(new URL('../../../testing/run-operation-process.ts', import.meta.url))
      const call = JSON.stringify({ serviceBackup: { folder: null, spool: null, ...own, key: backupKey } })
      const { connectionString } = fixture.service
      const command = [...wrapper, process.execPath, program, connectionString, name, JSON.stringify(input), call]
      return spawn(command[0]!, command.slice(1), { stdio: 'ignore' })
    },
  }
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'flotilla-backups-'))
    backups.s3 = await startS3Server(root)
  })
  beforeEach(async () => {
    const folder = await mkdtemp(join(root, 'test-'))
    Object.assign(paths, {
      folder: join(folder, 'target'),
      spool: join(folder, 'spool'),
      keys: readBackupKeys(backupKey),
    })
    Object.assign(fixture.service.app.context.serviceBackup, paths)
    await mkdir(paths.folder)
    backups.s3.calls.length = 0
    backups.s3.admit = () => true
    // The storage compares the time of a signature with its own clock.
    fixture.service.clock.shift(Date.now() - fixture.service.clock.now().getTime())
  })
  afterAll(async () => {
    const { serviceBackup } = fixture.service.app.context
    Object.assign(serviceBackup, { folder: null, spool: null, keys: null, partBytes: undefined })
    await backups.s3.close()
    await rm(root, { recursive: true })
  })
  return backups
}
