import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const add = (payload: object, headers?: Record<string, string>) =>
  rest('POST /settings/cost-tracker/product-types/add', payload, headers)

it('adds a type whose slug is made from its title', async () => {
  const { body } = await add({ title: ' Cloud Tool! ', color: '#F00', icon: 'deficon:cloud' })
  expect(body).toEqual({
    success: 1,
    message: 'Product type added.',
    data: { slug: 'cloud-tool', title: 'Cloud Tool!', color: '#ff0000', icon: 'deficon:cloud', built_in: false },
  })
  expect((await add({ title: 'Plain' })).body.data).toMatchObject({ color: '#34424d', icon: 'deficon:folder open' })
})

it.each([
  ['Größe & Maß', 'große-maß'.normalize('NFKD').replace(/\p{M}/gu, '')],
  ['日本', '日本'],
])('accepts %s', async (title, slug) => {
  const { body } = await add({ title })
  expect(body.data.slug).toBe(slug)
})

it('refuses a taken title in any spelling', async () => {
  await add({ title: 'Cloud tool' })
  for (const title of ['CLOUD TOOL', 'cloud-tool', 'Plugin', 'hosting']) {
    const { status, body } = await add({ title })
    expect([title, status, body.code]).toEqual([title, 409, 'svc_already_exists'])
  }
})

it('accepts one of two concurrent calls', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => add({ title: 'Cloud tool' })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
})

it.each([
  [{}, 'title'],
  [{ title: '' }, 'title'],
  [{ title: '!!!' }, 'title'],
  [{ title: 'Any' }, 'title'],
  [{ title: 'x'.repeat(101) }, 'title'],
  [{ title: 'A', color: 'red' }, 'color'],
  [{ title: 'A', icon: 'plug' }, 'icon'],
  [{ title: 'A', slug: 'b' }, 'slug'],
])('refuses %j', async (payload, field) => {
  const { status, body } = await add(payload)
  expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
})

it('returns the slug in a dry run and adds nothing', async () => {
  expect((await add({ title: 'Cloud tool', dry_run: true })).body.data).toMatchObject({
    slug: 'cloud-tool',
    would_affect: [{ slug: 'cloud-tool', title: 'Cloud tool' }],
  })
  expect((await rest('GET /settings/cost-tracker/product-types')).body.total).toBe(5)
})

it('needs an administrator', async () => {
  expect((await add({ title: 'A' }, fixture.people.manager.headers)).status).toBe(403)
})
