import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { requireUser, updateUserRow } from '../users/user-store.ts'
import { openSession } from './session.ts'

const fixture = setUpService()
const open = async (change: Parameters<typeof updateUserRow>[2]) => {
  const { db, clock, app } = fixture.service
  const { id } = fixture.people.viewer
  const checked = await requireUser(db, id)
  const context = { ...app.context, db, clock }
  const opening = await db.transaction().execute(async (trx) => {
    await updateUserRow(trx, id, change)
    // The password was checked before; opening the session waits for this transaction.
    return { session: openSession(context, checked, { address: '203.0.113.1' }) }
  })
  return opening.session
}

it('does not open a session when the password is being replaced', async () => {
  await expect(open({ password_hash: 'scrypt$another' })).rejects.toMatchObject({ code: 'svc_unauthorized' })
  expect(await fixture.service.db.selectFrom('sessions').select('id').execute()).toEqual([])
})

it('does not open a session when the user is being disabled', async () => {
  await expect(open({ disabled: true })).rejects.toMatchObject({ code: 'svc_unauthorized' })
})

it('opens a session when another field of the user changes', async () => {
  await expect(open({ name: 'Vera' })).resolves.toMatchObject({ token: expect.any(String) })
})
