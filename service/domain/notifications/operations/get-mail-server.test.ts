import { expect, it } from 'vitest'
import { mailNotSetUp } from '../../../platform/mail.ts'
import { seedPeople, signInAs } from '../../../testing/people.ts'
import { startTestService } from '../../../testing/test-service.ts'
import { setUpMailServer } from '../testing/set-up-mail-server.ts'

const fixture = setUpMailServer()

it('shows that e-mail is not set up', async () => {
  const { body } = await fixture.rest('GET /settings/mail-server')
  expect(body.data).toEqual({
    source: null,
    problem: mailNotSetUp,
    host: '',
    port: 587,
    tls: 'starttls',
    user_name: '',
    has_password: false,
    sender: '',
  })
})

it('shows the stored server without its password', async () => {
  await fixture.rest('PUT /settings/mail-server', {
    ...fixture.server,
    user_name: 'ada',
    password: 'the mail password',
  })
  const { body, text } = await fixture.rest('GET /settings/mail-server')
  expect(body.data).toEqual({
    ...fixture.server,
    source: 'dashboard',
    problem: null,
    user_name: 'ada',
    has_password: true,
  })
  expect(text).not.toContain('the mail password')
})

it('shows that SMTP_URL wins', async () => {
  const service = await startTestService({ mail: { smtpUrl: fixture.mailbox.url, from: 'env@example.com' } })
  try {
    const { administrator } = await seedPeople(service)
    const { headers } = await signInAs(service, administrator)
    const call = (method: 'GET' | 'PUT', payload?: object) =>
      service.request({
        method,
        url: '/api/v2/settings/mail-server',
        headers,
        ...(payload && { payload }),
      })
    await call('PUT', { ...fixture.server, host: 'mail.invalid' })
    expect((await call('GET')).body.data).toMatchObject({ source: 'environment', host: 'mail.invalid', problem: null })
    await service.app.context.mail.send({
      to: ['bob@example.com'],
      subject: 'Hello',
      text: 'Text',
      html: '<p>Text</p>',
    })
    expect(fixture.mailbox.received).toMatchObject([{ from: 'env@example.com' }])
  } finally {
    await service.close()
  }
})

it('is for administrators', async () => {
  const { headers } = fixture.people.manager
  expect((await fixture.rest('GET /settings/mail-server', undefined, headers)).status).toBe(403)
})
