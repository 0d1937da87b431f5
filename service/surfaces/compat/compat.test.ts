import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()

const ask = (url: string, headers = {}) => fixture.service.request({ method: 'GET', url, headers })

describe('addresses of the established product', () => {
  it.each(['/wp-json', '/wp-json/'])('%s names the namespaces without credentials, and nothing else', async (url) => {
    const { status, body } = await ask(url)
    expect([status, body]).toEqual([200, { namespaces: ['wp-abilities/v1', 'mainwp/v2'] }])
  })

  it.each(['/wp-json/mainwp/v1', '/wp-json/mainwp/v1/sites/all-sites?x=1'])(
    '%s is 401 without credentials and 410 with them',
    async (url) => {
      const refused = await ask(url)
      expect([refused.status, refused.body.code]).toEqual([401, 'mainwp_rest_authentication_error'])
      const { status, body } = await ask(url, fixture.people.administrator.headers)
      expect([status, body.code, body.data]).toEqual([410, 'mainwp_api_version_gone', { status: 410 }])
      expect(body.message).toContain('/wp-json/mainwp/v2')
      expect(body).not.toHaveProperty('success')
    },
  )

  it.each([
    ['/sites/99', 404, 'mainwp_rest_invalid_site_id'],
    ['/clients/99', 404, 'mainwp_rest_invalid_client_id'],
    ['/tags/99', 404, 'mainwp_rest_invalid_tag_id'],
    ['/costs/99', 404, 'mainwp_rest_invalid_costs_id'],
    ['/no/such/route', 404, 'rest_no_route'],
    ['/sites?status=sunk', 400, 'rest_invalid_param'],
  ])('GET %s is %i %s', async (path, status, code) => {
    const answer = await ask(`/wp-json/mainwp/v2${path}`, fixture.people.administrator.headers)
    expect([answer.status, answer.body.code, answer.body.data.status]).toEqual([status, code, status])
  })

  it('a missing parameter has the code for it', async () => {
    const { status, body } = await fixture.service.request({
      method: 'POST',
      url: '/wp-json/mainwp/v2/tags/add',
      headers: fixture.people.administrator.headers,
      payload: {},
    })
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_missing_callback_param', ['name']])
  })

  it('the own base keeps its codes', async () => {
    const { body } = await ask('/api/v2/sites/99', fixture.people.administrator.headers)
    expect(body).toMatchObject({ success: 0, code: 'svc_site_not_found' })
  })
})
