import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as restore from '../../../commands/restore.ts'
import { createDataDir, runCommand } from '../../../testing/command-line.ts'
import { itIf } from '../../../testing/requirements.ts'
import { createScratchDatabase } from '../../../testing/scratch-database.ts'
import { backupKey, setUpBackups } from '../testing/set-up-backups.ts'

const unshare = {
  present: spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0,
  name: 'unshare with a tmpfs',
}
const backups = setUpBackups()
const { fixture, paths, root, rest, useS3, useFolder, status, start, run, backUp, events, runInProcess } = backups
const seedClients = (count: number) =>
  fixture.service.db.pool.query(
    `insert into clients (name, created_at, updated_at) select md5(n::text), now(), now() from generate_series(1, ${count}) n`,
  )

describe('a backup to S3', () => {
  it('is uploaded in parts, and leaves nothing on the disk of the server', async () => {
    expect((await status()).state).toBe('not_configured')
    expect(await useS3()).toMatchObject({ state: 'never', check_state: 'never', missing: [] })
    const id = await backUp()
    const after = await status()
    expect(after).toMatchObject({ state: 'ok', running: null, last_success: { id, status: 'done', step: 'ended' } })
    const parts = backups.s3.calls.filter((call) => call.includes('partNumber'))
    expect(parts.length).toBe(Math.ceil(after.last_success.size / 2_000))
    expect(parts.length).toBeGreaterThan(1)
    expect(await readdir(paths.spool)).toEqual([])
    expect(await events()).toEqual([])
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
    expect(await status()).toMatchObject({ state: 'ok', last_success: { id } })
    expect(backups.s3.calls.some((each) => each.includes('uploads='))).toBe(true)
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
    expect(await readdir(paths.spool)).toEqual([])
  })
})

describe('a backup to a folder', () => {
  const files = () => readdir(paths.folder)
  const onlyFile = async () => join(paths.folder, (await files())[0]!)

  it('is a file that only its owner can read, encrypted, and can be restored with the key', async () => {
    await seedClients(5)
    await useFolder()
    const hasBackup = async () => (await rest('GET /overview')).body.data.get_started.has_backup
    expect(await hasBackup()).toBe(false)
    await backUp()
    expect(await hasBackup()).toBe(true)
    const path = await onlyFile()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const bytes = await readFile(path)
    expect(bytes.subarray(0, 27).toString()).toBe('FLOTILLA-ENCRYPTED-BACKUP 1')
    const database = await createScratchDatabase()
    const variables = { DATABASE_URL: database.connectionString, DATA_DIR: await createDataDir() }
    const withoutKey = await runCommand(restore, [path], variables)
    expect([withoutKey.code, withoutKey.complained]).toEqual([1, expect.stringMatching(/is encrypted. Set BACKUP_KEY/)])
    const other = await runCommand(restore, [path], { ...variables, BACKUP_KEY: `${backupKey} of another server` })
    expect(other.complained).toMatch(/was encrypted with another backup key/)
    const restored = await runCommand(restore, [path], {
      ...variables,
      BACKUP_KEY: `a newer key of this server that is long enough,${backupKey}`,
    })
    expect([restored.code, restored.complained]).toEqual([0, ''])
    expect(await database.query('select count(*)::int from clients')).toEqual([{ count: 5 }])
    await database.drop()
  })

  itIf(unshare)('fails when the disk is full, and leaves nothing behind', async () => {
    await useFolder()
    const id = await start()
    const { folder } = paths
    const files = join(root(), 'left-files')
    const mounted = `mount -t tmpfs -o size=8k tmpfs "${folder}" && ("$@"; ls -A "${folder}" > "${files}")`
    const child = runInProcess('run-service-backup', { backup_id: id }, { folder }, [
      'unshare',
      '-rm',
      'sh',
      '-c',
      mounted,
      'sh',
    ])
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
    await rm(paths.folder, { recursive: true })
    await expect(backUp()).rejects.toThrow('The folder for backups does not exist')
  })
})
