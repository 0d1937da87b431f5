import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const path = '/settings/cost-tracker/product-types'

it('returns built-in types, then added ones by title', async () => {
  await rest(`POST ${path}/add`, { title: 'Zeppelin' })
  await rest(`POST ${path}/add`, { title: 'anchor' })
  const { body } = await rest(`GET ${path}`, undefined, fixture.people.viewer.headers)
  expect(body).toMatchObject({ success: 1, total: 7 })
  expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
    'plugin',
    'theme',
    'hosting',
    'service',
    'other',
    'anchor',
    'zeppelin',
  ])
  expect(body.data[0]).toEqual({
    slug: 'plugin',
    title: 'Plugin',
    color: '#5ec130',
    icon: 'deficon:plug',
    built_in: true,
  })
})
