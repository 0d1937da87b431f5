import { beforeAll, describe, expect, it } from 'vitest'
import { features } from './catalogue.ts'
import { seedUpdates } from './domain/updates/testing/seed-updates.ts'
import { hasPages, isAlwaysPaged, restPageSize } from './operation/address.ts'
import { callers } from './testing/callers.ts'
import { seedPeople } from './testing/people.ts'
import { seedFleet } from './testing/seed-fleet.ts'
import { seedSoftware } from './testing/seed-software.ts'
import { startTestService } from './testing/test-service.ts'

/** Every list over REST has pages of one size: a client that follows `pages` or the Link header reads every row once. */

const fixture = {} as Parameters<typeof callers>[0]
const { rest } = callers(fixture)

beforeAll(async () => {
  fixture.service = await startTestService()
  fixture.people = await seedPeople(fixture.service)
  const { db } = fixture.service
  await seedFleet(db)
  await seedSoftware(db, [
    { site_id: 1, slug: 'forms/forms.php', name: 'Forms' },
    { site_id: 1, slug: 'shop/shop.php', name: 'Shop' },
  ])
  await seedUpdates(db, [
    { site_id: 1, slug: 'forms/forms.php', name: 'Forms' },
    { site_id: 2, slug: 'forms/forms.php', name: 'Forms' },
  ])
  for (const name of ['One', 'Two', 'Three']) await rest('POST /costs/add', { name, price: 1, sites: [1, 4] })
  return () => fixture.service.close()
})

const samples: Record<string, string> = { type: 'plugin', slug: 'forms%2Fforms.php', period: 'month' }
/** Fields that a list requires. */
const queries: Record<string, string> = {
  '/inventory/sites': '?type=plugin&slug=forms/forms.php',
  '/vulnerabilities/affected-sites': '?vulnerability_id=1',
}
const lists = features
  .flatMap(({ addresses = [] }) => addresses)
  .flatMap((address) =>
    address.kind === 'route' && address.methods.includes('GET') && hasPages(address) ? [address] : [],
  )
  .map(({ path, operation, options }) => ({
    // Others return all rows unless a page is requested.
    firstPage: isAlwaysPaged({ operation, options }) ? '' : 'page=1',
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? '1') + (queries[path] ?? ''),
    most: operation.inputSchema.properties!.per_page!.maximum as number,
  }))

it('covers every list', () => {
  expect(lists.length).toBeGreaterThan(35)
})

describe.each(lists)('GET $path', ({ path, most, firstPage }) => {
  const get = (query: string) => rest(`GET ${path}${path.includes('?') ? '&' : '?'}${query}`)

  it('has pages of the same size when per_page is omitted', async () => {
    const [first, second] = [await get(firstPage), await get('page=2')]
    // Some need a thing that this fleet does not have, such as a job.
    if (first.status === 404) return expect(second.status).toBe(404)
    expect([first.body.per_page, second.body.per_page]).toEqual([restPageSize, restPageSize])
    expect(first.body.pages).toBe(Math.ceil(first.body.total / restPageSize))
  })

  it('refuses a larger per_page than it takes', async () => {
    const { status, body } = await get(`per_page=${most + 1}`)
    expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
    expect(body.data.params).toHaveProperty('per_page')
  })

  it('links to the next page until the last one', async () => {
    const first = await get('per_page=1')
    if (first.status === 404) return
    const { pages } = first.body
    expect(first.headers['x-wp-totalpages']).toBe(String(pages))
    const link = (first.headers.link as string | undefined) ?? ''
    expect(link).toMatch(pages > 1 ? /^<http:\/\/[^>]+[?&]page=2[^>]*>; rel="next"$/ : /^$/)
    if (pages > 1) expect(link).toContain('per_page=1')
    const last = await get(`per_page=1&page=${Math.max(1, pages)}`)
    expect(last.headers.link).toBeUndefined()
  })
})

it('a client that follows the links reads every site once', async () => {
  const seen: number[] = []
  let path: string | undefined = '/sites?per_page=2&orderby=name'
  while (path) {
    const { body, headers } = await rest(`GET ${path}`)
    seen.push(...body.data.map(({ id }: { id: number }) => id))
    path = /^<http:\/\/[^/]+\/api\/v2([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
  }
  const { body } = await rest('GET /sites')
  expect(seen.sort((a, b) => a - b)).toEqual(
    body.data.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b),
  )
})
