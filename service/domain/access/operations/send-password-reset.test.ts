import { expect, it } from 'vitest'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'
import { requestColumn } from '../password-resets/password-reset.ts'

const fixture = setUpMailLinks()
const send = (request: string) => fixture.service.app.run('send-password-reset', { request })
const sealed = (typed: string) => fixture.service.secrets.seal(typed, requestColumn)

it('sends to users with the name, and to none if there is none', async () => {
  expect((await send(sealed('vera'))).output).toEqual({ sent: 1 })
  expect((await send(sealed('unknown'))).output).toEqual({ sent: 0 })
  expect(fixture.mailbox.received.map(({ to }) => to)).toEqual([['vera@example.org']])
})

it('does not retry what a mail server refuses for good', async () => {
  fixture.refuses = true
  expect((await send(sealed('vera'))).output).toEqual({ sent: 0 })
})

it('refuses a text that was not sealed for it', async () => {
  await expect(send('vera')).rejects.toMatchObject({ code: 'svc_invalid_input' })
  await expect(send(fixture.service.secrets.seal('vera', 'other.column'))).rejects.toMatchObject({
    code: 'svc_invalid_input',
  })
})
