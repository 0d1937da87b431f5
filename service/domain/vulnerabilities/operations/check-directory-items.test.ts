import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { seedSoftware } from '../../../testing/seed-software.ts'
import { setUpVulnerabilities } from '../testing/set-up-vulnerabilities.ts'

const { fixture, rest, seed } = setUpVulnerabilities()
let server: Server
let base: string
const answers = new Map<string, { status?: number; body: string }>()
beforeAll(async () => {
  server = createServer((request, response) => {
    const { status = 200, body } = answers.get(request.url ?? '') ?? { status: 404, body: '{}' }
    response.writeHead(status).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(seed)

it('flags what was closed, and what was listed and is gone', async () => {
  await seedSoftware(fixture.service.db, [
    { site_id: 2, slug: 'closed/closed.php' },
    { site_id: 2, slug: 'private/private.php' },
  ])
  await rest('PUT /settings/vulnerabilities/edit', { directory_url: base })
  const address = (slug: string) =>
    `/plugins/info/1.2/?action=plugin_information&request%5Bslug%5D=${slug}&request%5Bfields%5D%5Bsections%5D=0`
  const missing = { status: 404, body: '{"error":"Plugin not found."}' }
  answers.set(address('forms'), { body: '{"slug":"forms","name":"Forms"}' })
  answers.set(address('private'), missing)
  answers.set(address('closed'), {
    ...{
      status: 404,
      body: '{"error":"closed","closed":true,"closed_date":"2026-10-01","reason_text":"Security Issue"}',
    },
  })
  const closed = async () => (await rest('GET /vulnerabilities/closed')).body
  expect(await closed()).toMatchObject({ total: 0, is_checked: true, last_checked_at: null })
  await fixture.service.app.run('check-directory-items', {})
  expect((await closed()).data).toMatchObject([
    { slug: 'closed', closed_on: '2026-10-01', reason: 'Security Issue', sites: 1 },
  ])
  fixture.service.clock.advance(8 * 86_400_000)
  answers.set(address('forms'), missing)
  await fixture.service.app.run('check-directory-items', {})
  expect((await closed()).data.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['closed', 'forms'])
})
