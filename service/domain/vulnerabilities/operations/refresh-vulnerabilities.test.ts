import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
let server: Server
let url: string
let answer: { status: number; body: string }
beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`
})
afterAll(() => server.close())
const good = JSON.stringify([{ id: 'a', title: 'A', type: 'plugin', slug: 'a', affected_versions: [{ to: '1' }] }])
beforeEach(async () => {
  answer = { status: 200, body: good }
  await rest('PUT /settings/reports/edit', { vulnerability_feed_url: url })
})
const refresh = (payload = {}) => rest('POST /settings/reports/vulnerabilities/refresh', payload)
const sources = async () => (await rest('GET /settings/reports')).body.data.vulnerability_sources

it('imports the configured feed', async () => {
  expect((await refresh()).body.data).toEqual({ entries: 1, left_out: 0 })
  expect(await sources()).toMatchObject([{ source: 'feed', entries: 1, problem: null }])
})

it.each([
  [{ status: 500, body: '' }, 'answered with status 500'],
  [{ status: 200, body: '<html>' }, 'is not JSON'],
])('keeps the earlier entries when the feed answers %j, and shows the reason in the settings', async (bad, reason) => {
  await refresh()
  answer = bad
  const { status, body } = await refresh()
  expect([status, body.code]).toEqual([503, 'svc_feed_not_read'])
  expect(body.message).toContain(reason)
  expect(await sources()).toMatchObject([{ entries: 1, problem: expect.stringContaining(reason) }])
})

it('refuses an address inside the network', async () => {
  await rest('PUT /settings/reports/edit', { vulnerability_feed_url: 'http://169.254.169.254/latest' })
  const { status, body } = await refresh()
  expect([status, body.code]).toEqual([503, 'svc_feed_not_read'])
})

it('returns 409 without a feed, unless only_if_set is sent', async () => {
  await rest('PUT /settings/reports/edit', { vulnerability_feed_url: null })
  expect((await refresh()).body).toMatchObject({ code: 'svc_feed_not_configured', data: { status: 409 } })
  expect((await refresh({ only_if_set: true })).body.data).toEqual({ entries: 0, left_out: 0 })
})
