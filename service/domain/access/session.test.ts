import { expect, it } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { setUpService } from '../../testing/people.ts'
import { openSession } from './session.ts'
import { requireUser, updateUser } from './user-store.ts'

const scene = setUpService()
const open = async (change: Parameters<typeof updateUser>[2]) => {
  const { db, clock } = scene.service
  const { id } = scene.people.viewer
  const checked = await requireUser(db, id)
  const context = { db, clock, secrets: createSecrets(['a master key for tests, long enough']) }
  const opening = await db.transaction().execute(async (trx) => {
    await updateUser(trx, id, change)
    // The password was right a moment ago; the session waits for the change to be decided.
    return { session: openSession(context, checked, { address: '203.0.113.1' }) }
  })
  return opening.session
}

it('does not open for a password that is being replaced', async () => {
  await expect(open({ password_hash: 'scrypt$another' })).rejects.toMatchObject({ code: 'svc_unauthorized' })
  expect(await scene.service.db.selectFrom('sessions').select('id').execute()).toEqual([])
})

it('does not open for someone who is being disabled', async () => {
  await expect(open({ disabled: true })).rejects.toMatchObject({ code: 'svc_unauthorized' })
})

it('opens when something else about the user changes', async () => {
  await expect(open({ name: 'Vera' })).resolves.toMatchObject({ token: expect.any(String) })
})
