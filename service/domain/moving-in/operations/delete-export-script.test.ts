import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('delete-export-script deletes the private key of a script', async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.administrator)
  const { script_id } = (await rest('POST /move-in/scripts', {}, headers)).body.data
  expect((await rest(`DELETE /move-in/scripts/${script_id}?dry_run=true`, undefined, headers)).body.data).toMatchObject(
    {
      would_affect: [{ script_id }],
    },
  )
  expect((await rest(`DELETE /move-in/scripts/${script_id}`, undefined, headers)).status).toBe(200)
  expect((await fixture.service.db.pool.query('select id from export_scripts')).rows).toEqual([])
  const again = await rest(`DELETE /move-in/scripts/${script_id}`, undefined, headers)
  expect([again.status, again.body.code]).toEqual([404, 'svc_export_script_not_found'])
})
