import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 1 })

/** A program that receives webhooks and answers with the current status. */
async function startReceiver() {
  const receiver = { url: '', status: 204, bodies: [] as string[], headers: [] as Record<string, string>[] }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      receiver.bodies.push(body)
      receiver.headers.push(request.headers as Record<string, string>)
      response.writeHead(receiver.status).end(receiver.status === 204 ? '' : 'the receiver is broken')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

describeIf(chromiumRequirement)('webhooks', () => {
  it('are added, tested, rotated, replayed and deleted', async () => {
    const receiver = await startReceiver()
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByLabel('Description').fill('Ticket system')
    await dialog.getByLabel('Events', { exact: true }).selectOption('some')
    await dialog.getByLabel('An API key was created').check()
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secret = (await dialog.locator('code').textContent())!
    expect(secret).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('1 event type').waitFor()
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('link', { name: 'Ticket system' }).click()
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('The test message was delivered').waitFor()
    expect(new Webhook(secret).verify(receiver.bodies[0]!, receiver.headers[0]!)).toMatchObject({
      type: 'webhook.test',
    })
    receiver.status = 500
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('The receiver answered 500').first().waitFor()
    await page.getByText('the receiver is broken').first().waitFor()

    receiver.status = 204
    await page.getByRole('button', { name: 'Replace secret' }).click()
    await dialog.getByRole('button', { name: 'Replace secret' }).click()
    const rotated = (await dialog.locator('code').textContent())!
    expect(rotated).not.toBe(secret)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()

    await fixture.service.app.run('add-key', { description: 'Zapier' })
    await expect.poll(() => receiver.bodies.length, { timeout: 30_000 }).toBe(3)
    for (const each of [secret, rotated])
      expect(new Webhook(each).verify(receiver.bodies[2]!, receiver.headers[2]!)).toMatchObject({
        type: 'access.key_created',
      })
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'access.key_created' })
    await row.getByText('Delivered').waitFor()
    await row.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.bodies.length, { timeout: 30_000 }).toBe(4)
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await dialog.getByRole('button', { name: 'Replay', exact: true }).click()
    await expect.poll(() => receiver.bodies.length, { timeout: 30_000 }).toBe(5)
    expect(new Set(receiver.headers.slice(2).map((headers) => headers['webhook-id'])).size).toBe(1)
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('link', { name: 'All webhooks' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No webhooks yet').waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('of the former format are converted by their owner', async () => {
    const receiver = await startReceiver()
    await fixture.service.app.run('add-webhook', { url: receiver.url, kinds: ['down'] })
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/notifications/webhooks')
    await page.getByRole('button', { name: 'Convert' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The body, the headers and the secret change').waitFor()
    await dialog.getByRole('button', { name: 'Convert' }).click()
    expect(await dialog.locator('code').textContent()).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('No webhooks yet').waitFor()
    const { output } = await fixture.service.app.run('list-webhook-endpoints', {})
    expect(output).toMatchObject({ webhooks: [{ url: receiver.url, types: ['monitor.down'], active: true }] })
    expect(pageErrors).toEqual([])
  })

  itForRelease('show an address that must not be called at its field, and are for administrators', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('http://169.254.169.254/latest')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'cannot be called' }).waitFor()
    const viewer = await fixture.open(fixture.people.viewer, '/')
    await viewer.page.getByRole('link', { name: 'Sites' }).first().waitFor()
    expect(await viewer.page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
  })
})
