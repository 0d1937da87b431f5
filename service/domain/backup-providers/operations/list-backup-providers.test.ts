import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('lists every provider with its fields', async () => {
  const { status, body } = await rest('GET /settings/api-backups')
  expect([status, body.success]).toEqual([200, 1])
  const { api_backups } = body.data
  expect(Object.keys(api_backups)).toEqual([
    'cloudways',
    'gridpane',
    'vultr',
    'linode',
    'digitalocean',
    'cpanel',
    'plesk',
    'kinsta',
  ])
  expect(api_backups.vultr).toEqual({ label: 'Vultr', enabled: false, secrets: {} })
  expect(api_backups.cpanel).toEqual({
    label: 'cPanel',
    enabled: false,
    url: '',
    site_path: '',
    username: '',
    secrets: {},
  })
  expect(api_backups.kinsta).toMatchObject({ account_email: '', company_id: '' })
})

it('is for administrators', async () => {
  expect((await rest('GET /settings/api-backups', undefined, fixture.people.manager.headers)).status).toBe(403)
})
