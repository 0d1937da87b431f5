import { expect, it } from 'vitest'
import { setUpMailServer } from '../testing/set-up-mail-server.ts'

const fixture = setUpMailServer()

it('removes the server with its password, and no e-mail is sent afterwards', async () => {
  await fixture.rest('PUT /settings/mail-server', fixture.server)
  const { body } = await fixture.rest('DELETE /settings/mail-server')
  expect(body.data).toEqual({ deleted: true })
  expect(await fixture.service.db.selectFrom('mail_server').selectAll().execute()).toEqual([])
  expect(fixture.service.app.context.mail.missing).toContain('E-mail is not set up')
  expect((await fixture.rest('DELETE /settings/mail-server')).body.data).toEqual({ deleted: false })
})
