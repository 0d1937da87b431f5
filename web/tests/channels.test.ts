import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 2 })

/** A chat that accepts the first message and then answers that the webhook is gone. */
async function openChat() {
  const paths: string[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      paths.push(request.url ?? '')
      response.writeHead(paths.length === 1 ? 200 : 404).end(paths.length === 1 ? 'ok' : 'no_service')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}

describeIf(chromiumRequirement)('notification channels', () => {
  it('adds a channel with its rule, sends a test message and shows errors of the service', async () => {
    const chat = await openChat()
    const { page } = await fixture.open(fixture.people.administrator, '/notifications/channels')
    await page.getByText('No channels yet').waitFor()
    await page.getByRole('button', { name: 'Add channel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service').selectOption('slack')
    await dialog.getByLabel('Webhook URL').fill('http://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'ALLOW_NETWORKS' }).waitFor()
    await dialog.getByLabel('Webhook URL').fill(`${chat.url}/services/secret`)
    await dialog.getByLabel('Name').fill('Team chat')
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    await page.getByText('To Team chat · 14 types of events').waitFor()
    await page.getByRole('button', { name: 'Send test message' }).click()
    await page.getByText('Test message sent to Team chat').waitFor()
    expect(chat.paths).toEqual(['/services/secret'])
    await page.getByRole('button', { name: 'Send test message' }).click()
    await page.getByText(/Last message failed .*Slack answered 404: no_service/).waitFor()
    expect(await page.content()).not.toContain('/services/secret')
    expect(await findingsInAllModes(page)).toEqual([])
  })

  it('changes a rule and shows what it would have sent', async () => {
    const { service } = fixture
    await service.app.run('add-notification-channel', {
      service: 'email',
      name: 'Mail',
      target: { to: 'ops@example.com' },
    })
    await service.app.run('add-notification-channel', {
      ...{ service: 'email', name: 'On call', target: { to: 'night@example.com' }, with_rule: false },
    })
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/notifications/channels')
    await page.getByText('To Mail · 14 types of events').waitFor()
    const rule = page.getByRole('listitem').filter({ hasText: 'Important events' })
    await rule.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Only problems longer than (minutes)').fill('3')
    await dialog.getByText('More options').click()
    await dialog.getByLabel('Quiet hours', { exact: false }).first().check()
    await dialog.getByLabel('Escalate to').selectOption({ label: 'On call' })
    await dialog.getByLabel('Escalate after (minutes)').fill('20')
    expect(await findingsInAllModes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('after 3 min · quiet 22:00–07:00 · then On call after 20 min').waitFor()
    await rule.getByRole('button', { name: 'Preview last week' }).click()
    await page.getByRole('dialog').getByText('This rule would have sent nothing in the last 7 days.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await rule.getByRole('button', { name: 'More actions for Important events' }).click()
    await page.getByText('Mute for 8 hours').click()
    await rule.getByText(/Muted, ends/).waitFor()
    expect(pageErrors).toEqual([])
  })
})
