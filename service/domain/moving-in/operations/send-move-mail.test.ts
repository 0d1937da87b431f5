import { expect, it } from 'vitest'
import { signInAs } from '../../../testing/people.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const fixture = setUpMailLinks()

const createScript = async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.administrator)
  return fixture.call('POST /move-in/scripts', {}, headers)
}

it('send-move-mail notifies administrators of a new export script, and no other user', async () => {
  const { status, body } = await createScript()
  expect(status).toBe(200)
  await fixture.finishQueuedCalls()
  const [mail] = await fixture.mails(1)
  expect(mail!.to).toEqual(['ada@example.org'])
  expect(mail!.header('subject')).toBe('An export script was created in Flotilla')
  expect(mail!.text).toContain('User: ada.')
  expect(mail!.raw).not.toContain(body.data.script_id)
})

it('send-move-mail does not prevent the change when the mail server refuses it', async () => {
  fixture.refuses = true
  expect((await createScript()).status).toBe(200)
  await fixture.finishQueuedCalls()
  await fixture.mails(0)
})

it('send-move-mail is in the language that the administrator has chosen', async () => {
  await fixture.service.db.pool.query(
    `insert into user_preferences (user_id, name, value, updated_at) select id, 'language', '["de"]', now() from users`,
  )
  await createScript()
  await fixture.finishQueuedCalls()
  const [mail] = await fixture.mails(1)
  expect(mail!.header('subject')).toBe('In Flotilla wurde ein Exportskript erstellt')
  expect(mail!.text).toContain('Benutzer: ada.')
})
