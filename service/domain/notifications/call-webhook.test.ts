import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { httpServer } from '../../platform/outbound/testing/test-servers.ts'
import { setUpMail } from './testing/set-up-mail.ts'

const fixture = setUpMail()
const messages = async () =>
  (await fixture.rest('GET /notifications/messages')).body.data.filter(
    ({ channel }: { channel: string }) => channel === 'webhook',
  )

interface Delivery {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A server that receives deliveries and answers with these statuses in order. */
async function program(...statuses: number[]) {
  const deliveries: Delivery[] = []
  const { port } = await httpServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => (body += text))
    request.on('end', () => {
      deliveries.push({ headers: request.headers, body })
      response.writeHead(statuses.shift() ?? 204).end()
    })
  })
  return { url: `http://127.0.0.1:${port}/hook`, deliveries }
}
const add = async (payload: object) => (await fixture.rest('POST /notifications/webhooks', payload)).body.data

it('posts the events, signed with the secret', async () => {
  const { url, deliveries } = await program()
  const { secret } = await add({ url })
  await fixture.happen(1, 'down', { address: '203.0.113.7' })
  await fixture.happen(2, 'down', { address: '203.0.113.7' })
  await fixture.pass(15)
  expect(deliveries).toHaveLength(1)
  const { headers, body } = deliveries[0]!
  expect(JSON.parse(body)).toEqual({
    text: '2 sites are down',
    events: [1, 2].map((siteId) => ({
      id: expect.any(Number),
      kind: 'down',
      site_id: siteId,
      site_url: `https://site-${siteId}.example/`,
      site_name: `Site ${siteId}`,
      address: '203.0.113.7',
      cause: 'The site answered 500.',
      happened_at: '2026-11-15T09:00:00Z',
      began_at: '2026-11-15T09:00:00Z',
    })),
  })
  const hmac = createHmac('sha256', secret).update(`${headers['x-flotilla-timestamp']}.${body}`).digest('hex')
  expect(headers['x-flotilla-signature']).toBe(`sha256=${hmac}`)
  expect(await messages()).toMatchObject([{ state: 'sent', recipient: '1' }])
})

it('sends only the kinds that the webhook selected', async () => {
  const { url, deliveries } = await program()
  await add({ url, kinds: ['up'] })
  await fixture.happen(1, 'down')
  await fixture.pass(15)
  expect(deliveries).toHaveLength(0)
  await fixture.happen(1, 'up')
  await fixture.pass(15)
  expect(deliveries).toHaveLength(1)
})

describe('a failed delivery', () => {
  it('is retried with the same delivery number', async () => {
    const { url, deliveries } = await program(500, 302, 200)
    await add({ url })
    await fixture.happen(1, 'down')
    await fixture.pass(15)
    expect(await messages()).toMatchObject([{ state: 'waiting', last_error: expect.stringContaining('answered 500') }])
    await fixture.pass(31)
    await fixture.pass(61)
    expect(await messages()).toMatchObject([{ state: 'sent', attempts: 3 }])
    expect(new Set(deliveries.map(({ headers }) => headers['x-flotilla-delivery'])).size).toBe(1)
  })

  it('is not retried after the webhook was deleted or switched off', async () => {
    const { url } = await program(500)
    const { id } = await add({ url })
    await fixture.happen(1, 'down')
    await fixture.pass(15)
    await fixture.rest(`PUT /notifications/webhooks/${id}`, { active: false })
    await fixture.pass(31)
    expect(await messages()).toMatchObject([{ state: 'failed' }])
  })
})
