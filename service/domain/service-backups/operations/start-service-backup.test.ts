import { expect, it } from 'vitest'
import { setUpBackups } from '../testing/set-up-backups.ts'

const { fixture, rest, useFolder, status } = setUpBackups()

it('queues a job, one at a time', async () => {
  await useFolder()
  const { body } = await rest('POST /service-backups')
  const job = await fixture.service.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
  expect(body.data).toEqual({ backup_id: expect.any(Number), job_id: String(job.id) })
  expect(job).toMatchObject({ kind: 'service-backup', operation: 'run-service-backup', priority: 'heavy' })
  expect((await status()).running).toMatchObject({ id: body.data.backup_id, step: 'writing', bytes_done: 0 })
  const second = await rest('POST /service-backups')
  expect([second.status, second.body.code]).toEqual([409, 'svc_backup_running'])
})

it('answers 412 with what is missing', async () => {
  const { status: code, body } = await rest('POST /service-backups')
  expect([code, body.code]).toEqual([412, 'svc_backup_not_configured'])
  expect(body.message).toContain('No target is selected.')
})
