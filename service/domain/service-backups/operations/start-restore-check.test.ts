import { expect, it } from 'vitest'
import { setUpBackups } from '../testing/set-up-backups.ts'

const { rest, useFolder, backUp } = setUpBackups()
const start = (input: object = {}) => rest('POST /service-backups/check', input)

it('checks the newest backup, one at a time', async () => {
  await useFolder()
  expect((await start()).body).toMatchObject({ code: 'svc_backup_not_found' })
  const id = await backUp()
  expect((await start({ backup_id: id + 1 })).status).toBe(404)
  expect((await start()).body.data).toMatchObject({ backup_id: id })
  expect((await start()).status).toBe(409)
})
