import { expect, it } from 'vitest'
import { setUpBackups } from '../testing/set-up-backups.ts'

const { fixture, rest, useFolder, status, backUp } = setUpBackups()
const start = (input: object = {}) => rest('POST /service-backups/check', input)

it('checks the newest backup, one at a time', async () => {
  await useFolder()
  expect((await start()).body).toMatchObject({ code: 'svc_backup_not_found' })
  const id = await backUp()
  expect((await start({ backup_id: id + 1 })).status).toBe(404)
  expect((await start()).body.data).toMatchObject({ backup_id: id })
  expect((await start()).status).toBe(409)
})

it('answers 429 with the true reason when the caller has five open jobs of heavy work, and leaves no check behind', async () => {
  await useFolder()
  await backUp()
  await fixture.service.db.pool.query(
    `insert into jobs (kind, operation, actor, user_id, key_id, total, created_at, status, priority)
     select kind, operation, actor, user_id, key_id, total, created_at, status, priority from jobs, generate_series(1, 4)`,
  )
  const refused = await start()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.body.message).toMatch(
    /^This caller has 5 open jobs of heavy work, .* backups of Flotilla and restore checks/,
  )
  expect((await status()).running_check).toBe(null)
})
