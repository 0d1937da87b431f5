import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { httpServer, httpsServer, testAuthority } from '../../../platform/outbound/testing/test-servers.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const resolver = async (name: string) => (name.endsWith('.test') ? ['127.0.0.1'] : [])
const fixture = setUpServiceWithSites({ outbound: { resolver, extraAuthorities: [testAuthority] } })
const marked = (reply: object) => `<mainwp>${Buffer.from(JSON.stringify(reply)).toString('base64')}</mainwp>`
const rowOf = (id: number) =>
  fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A site that was connected over https and is reconnected. */
async function reconnectAt(url: string) {
  const values = { url, private_key: null, connection: 'disconnected' as const }
  await seedSites(fixture.service.db, 1, values)
  const response = fixture.ability('reconnect-site', { site_id_or_domain: 1, admin_password: 'secret-password' })
  await fixture.passTime([response])
  return response
}

const accepting: RequestListener = (request, response) => {
  request.resume()
  const siteurl = `http://${request.headers.host}`
  response.end(marked({ register: 'OK', version: '6.1', wpversion: '6.8', siteurl, home: siteurl }))
}

it('stays on https although the site reports an http address', async () => {
  const { port } = await httpsServer('good', accepting)
  const { body } = await reconnectAt(`https://site.test:${port}/`)
  expect(body).toMatchObject({ reconnected: true })
  expect((await rowOf(1)).url).toBe(`https://site.test:${port}/`)
})

it('sends nothing over http when https redirects there', async () => {
  const seen: string[] = []
  const plain = await httpServer((request, response) => {
    seen.push(request.url!)
    accepting(request, response)
  })
  const location = `http://site.test:${plain.port}/wp-admin/admin-ajax.php`
  const { port } = await httpsServer('good', (_, response) => void response.writeHead(307, { location }).end())
  const { body } = await reconnectAt(`https://site.test:${port}/`)
  expect(body.code).toBe('svc_redirected')
  expect(seen).toEqual([])
  expect(await rowOf(1)).toMatchObject({ url: `https://site.test:${port}/`, private_key: null })
})

it.each(['expired', 'wrong-name', 'self-signed'] as const)(
  'sends nothing to a server with a certificate that is %s, and keeps the check on',
  async (certificate) => {
    const seen: string[] = []
    const { port } = await httpsServer(certificate, (request, response) => {
      seen.push(request.url!)
      accepting(request, response)
    })
    const { body } = await reconnectAt(`https://site.test:${port}/`)
    expect(body).toMatchObject({ code: 'svc_connection_failed', data: { reason: 'tls_invalid' } })
    expect(seen).toEqual([])
    expect(await rowOf(1)).toMatchObject({ verify_tls: true, url: `https://site.test:${port}/` })
  },
)

it('sends nothing to a server without TLS on the https port', async () => {
  const seen: string[] = []
  const { port } = await httpServer((request, response) => {
    seen.push(request.url!)
    accepting(request, response)
  })
  const { body } = await reconnectAt(`https://site.test:${port}/`)
  expect(body).toMatchObject({ code: 'svc_connection_failed' })
  expect(seen).toEqual([])
})
