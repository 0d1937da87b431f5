import { expect, it } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()

// What it erases is in the test of erase-client.
it('does nothing without an erasure, and refuses an unknown one', async () => {
  const run = (input: object) => fixture.service.app.run('run-client-erasure', input, { actor: systemActor() })
  expect((await run({})).output).toEqual({ finished: true, rows_left: 0, rows_erased: {} })
  await expect(run({ erasure_id: 9 })).rejects.toMatchObject({ code: 'svc_erasure_not_found' })
})
