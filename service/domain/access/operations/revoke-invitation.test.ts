import { expect, it } from 'vitest'
import { linkTokenIn } from '../../../testing/mailbox.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const fixture = setUpMailLinks()

it('ends the link', async () => {
  const { body } = await fixture.call('POST /access/invitations/add', { email: 'new@example.org' })
  const { id } = body.data
  const planned = await fixture.call(`DELETE /access/invitations/${id}/remove`, { dry_run: true })
  expect(planned.body.data).toMatchObject({ would_affect: [{ id, email: 'new@example.org' }] })
  const revoked = await fixture.call(`DELETE /access/invitations/${id}/remove`)
  expect(revoked.body.data).toEqual({ revoked: true, id, email: 'new@example.org' })
  const token = linkTokenIn(fixture.mailbox.received[0]!)
  const accepted = await fixture.call(
    'POST /access/invitations/accept',
    { token, login: 'newcomer', new_password: 'a good pass phrase' },
    null,
  )
  expect(accepted.body.code).toBe('svc_link_not_found')
  expect((await fixture.call(`DELETE /access/invitations/${id}/remove`)).status).toBe(404)
})
