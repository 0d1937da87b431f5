import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { seedPeople } from '../../../testing/people.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
  service = await startTestService({ mail: { smtpUrl: mailbox.url, from: 'flotilla@example.com' } })
})
beforeEach(async () => {
  await service.reset()
  mailbox.received.splice(0)
})
afterAll(async () => {
  await service.close()
  await mailbox.close()
})

const send = async () =>
  (await service.app.run('send-webhook-notice', { url: 'https://hooks.example/', reason: 'It answered 410.' })).output

it('sends an e-mail to the administrators', async () => {
  const { administrator } = await seedPeople(service)
  expect(await send()).toEqual({ sent: false })
  await service.db.updateTable('users').set({ email: 'ada@example.com' }).where('id', '=', administrator.id).execute()
  expect(await send()).toEqual({ sent: true })
  expect(mailbox.received.map(({ to }) => to)).toEqual([['ada@example.com']])
  expect(mailbox.received[0]!.header('subject')).toBe('A webhook of Flotilla was switched off')
})
