import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { setUpBackups } from '../testing/set-up-backups.ts'

const backups = setUpBackups()
const { fixture, paths, rest, useS3, status, start, run, checkDatabases, runInProcess } = backups

it('a backup to S3 goes on with the missing parts after its process was killed, and so does its restore check, which passes', async () => {
  await fixture.service.db.pool.query(
    `insert into clients (name, created_at, updated_at) select md5(n::text), now(), now() from generate_series(1, 300) n`,
  )
  await useS3()
  const id = await start()
  let isReached = () => {}
  const reached = new Promise<void>((resolve) => {
    isReached = resolve
  })
  backups.s3.admit = (call) => {
    if (!call.includes('partNumber=3')) return true
    isReached()
    return false
  }
  const { spool, partBytes } = paths
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const writing = runInProcess('run-service-backup', { backup_id: id }, { spool, partBytes })
  await reached
  await kill(writing)
  expect(await status()).toMatchObject({ running: { id, step: 'storing', bytes_done: 4_000 } })
  backups.s3.calls.length = 0
  backups.s3.admit = () => true
  await run('run-service-backup', { backup_id: id })
  const numbers = backups.s3.calls.flatMap((each) => /partNumber=(\d+)/.exec(each)?.[1] ?? [])
  expect(numbers[0]).toBe('3')
  expect(backups.s3.calls.some((each) => each.includes('uploads='))).toBe(false)
  const { check_id } = (await rest('POST /service-backups/check', {})).body.data
  const checking = runInProcess('run-restore-check', { check_id }, { spool })
  while ((await checkDatabases()).length === 0);
  await kill(checking)
  expect(await status()).toMatchObject({ check_state: 'never', running_check: { id: check_id } })
  expect(await checkDatabases()).toHaveLength(1)
  expect(await readdir(paths.spool)).toHaveLength(1)
  await run('run-restore-check', { check_id })
  const passed = await status()
  expect(passed).toMatchObject({ state: 'ok', check_state: 'passed', last_check: { backup_id: id, failure: null } })
  expect(passed.last_check.rows).toBe(passed.last_success.rows)
  expect(passed.last_check.rows).toBeGreaterThan(300)
  // The secret key of the storage is one of them.
  expect(passed.last_check.secrets).toBeGreaterThan(1)
  expect(await readdir(paths.spool)).toEqual([])
  expect(await checkDatabases()).toEqual([])
})
