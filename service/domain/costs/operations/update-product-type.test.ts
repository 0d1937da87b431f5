import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const path = '/settings/cost-tracker/product-types'
beforeEach(async () => {
  await rest(`POST ${path}/add`, { title: 'Cloud tool', color: '#112233', icon: 'deficon:cloud' })
})
const edit = (slug: string, payload: object, method = 'PUT', headers?: Record<string, string>) =>
  rest(`${method} ${path}/${slug}/edit`, payload, headers)

it('changes the given fields and keeps the slug', async () => {
  const { body } = await edit('cloud-tool', { title: 'Cloud service' })
  expect(body).toEqual({
    success: 1,
    message: 'Product type updated.',
    data: { slug: 'cloud-tool', title: 'Cloud service', color: '#112233', icon: 'deficon:cloud', built_in: false },
  })
  expect((await edit('cloud-tool', { color: '#000' }, 'PATCH')).body.data).toMatchObject({
    title: 'Cloud service',
    color: '#000000',
    icon: 'deficon:cloud',
  })
})

it('restores the default colour and icon with null or ""', async () => {
  expect((await edit('cloud-tool', { color: null, icon: '' })).body.data).toMatchObject({
    color: '#34424d',
    icon: 'deficon:folder open',
  })
})

it('changes colour and icon of a built-in type, but not its title', async () => {
  expect((await edit('plugin', { color: '#000000', title: 'Plugin' })).body.data).toEqual({
    slug: 'plugin',
    title: 'Plugin',
    color: '#000000',
    icon: 'deficon:plug',
    built_in: true,
  })
  expect((await edit('plugin', { color: '' })).body.data.color).toBe('#5ec130')
  const { status, body } = await edit('plugin', { title: 'Module' })
  expect([status, body.data.params.slug]).toEqual([400, expect.stringContaining('cannot be renamed')])
  expect((await rest(`GET ${path}`)).body.total).toBe(6)
})

it('refuses a taken title, and returns 404 for an unknown type', async () => {
  await rest(`POST ${path}/add`, { title: 'Boat' })
  expect((await edit('boat', { title: 'CLOUD tool' })).status).toBe(409)
  expect((await edit('boat', { title: 'theme' })).status).toBe(409)
  expect((await edit('boat', { title: 'BOAT' })).body.data.title).toBe('BOAT')
  expect((await edit('ship', { title: 'Ship' })).body).toMatchObject({ code: 'svc_product_type_not_found' })
})

it('changes nothing in a dry run', async () => {
  const { body } = await edit('cloud-tool', { title: 'Other name', dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, slug: 'cloud-tool', count: 1 })
  expect((await edit('cloud-tool', { dry_run: true })).body.data.count).toBe(0)
  expect((await rest(`GET ${path}`)).body.data[5].title).toBe('Cloud tool')
})

it('needs an administrator', async () => {
  expect((await edit('cloud-tool', { title: 'A' }, 'PUT', fixture.people.manager.headers)).status).toBe(403)
})
