import { expect, it } from 'vitest'
import { sessionOf, setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const foreign = { origin: 'https://evil.example', referer: 'https://evil.example/page' }

it.each(['GET', 'POST', 'OPTIONS'] as const)(
  'a page of another origin gets no permission to read answers: %s',
  async (method) => {
    const { headers } = await fixture.service.request({
      method,
      url: '/api/v2/sites',
      headers: {
        ...foreign,
        ...fixture.people.administrator.headers,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization',
      },
    })
    const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
    expect(granted).toEqual([])
  },
)

it('a form of another origin changes nothing, although the browser adds the cookie', async () => {
  const { name, value } = await sessionOf(fixture.service, fixture.people.administrator)
  const forms = [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=a',
    'application/json',
  ]
  for (const type of forms) {
    const { status } = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/tags/add',
      headers: { ...foreign, cookie: `${name}=${value}`, 'content-type': type },
      payload: type.startsWith('application/json') ? '{"name":"Forged"}' : 'name=Forged',
    })
    expect([type, status]).toEqual([type, 403])
  }
  expect(await fixture.service.db.selectFrom('tags').select('name').execute()).toEqual([])
})

it('answers cannot be framed by another page', async () => {
  for (const url of ['/', '/api/v2/sites', '/api/docs', '/no-such-page']) {
    const { headers } = await fixture.service.request({
      method: 'GET',
      url,
      headers: { ...fixture.people.administrator.headers, accept: 'text/html' },
    })
    expect([url, headers['content-security-policy']]).toEqual([url, expect.stringContaining("frame-ancestors 'none'")])
  }
})
