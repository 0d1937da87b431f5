import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { setUpBackups } from '../testing/set-up-backups.ts'

const { fixture, paths, rest, useFolder, status, run, events } = setUpBackups()

const due = async () => (await run('start-due-service-backups', {})).output

it('starts a backup at its time, repeats a failed one after an hour, and reports once that it is late', async () => {
  const { clock } = fixture.service
  // From noon on, no planned time lies between the attempts.
  const day = 86_400_000
  clock.advance(1.5 * day - (clock.now().getTime() % day))
  expect(await due()).toEqual({ backup_id: null, check_id: null, is_late: false })
  await useFolder({ interval_hours: 24, start_hour: 3, check_days: 7 })
  const first = (await due()) as { backup_id: number }
  expect(first.backup_id).toBeGreaterThan(0)
  // One at a time.
  expect(await due()).toMatchObject({ backup_id: null })
  await run('run-service-backup', { backup_id: first.backup_id })
  const second = (await due()) as { check_id: number; backup_id: null }
  expect(second).toMatchObject({ backup_id: null, check_id: expect.any(Number) })
  await fixture.service.db.updateTable('service_backup_checks').set({ status: 'passed' }).execute()
  expect(await due()).toMatchObject({ backup_id: null, check_id: null })
  await rm(paths.folder, { recursive: true })
  clock.advance(day)
  const failing = (await due()) as { backup_id: number }
  await expect(run('run-service-backup', { backup_id: failing.backup_id })).rejects.toThrow()
  clock.advance(1_800_000)
  expect(await due()).toMatchObject({ backup_id: null })
  clock.advance(1_800_000)
  const again = (await due()) as { backup_id: number }
  await expect(run('run-service-backup', { backup_id: again.backup_id })).rejects.toThrow()
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
