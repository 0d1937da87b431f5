import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { setUpService } from './testing/people.ts'
import { requestReaders } from './testing/request-readers.ts'

const fixture = setUpService({ clientAlias: true, protection: { rates: { reads: 3, changes: 1, heavy: 1 } } })

/** The name of a route in the table. The group of a batch and the pattern of the first part of a page do not matter. */
const nameOf = (url: string) =>
  url.replace(/^\/api\/v2\/[\w-]+\/batch$/, '/api/v2/<group>/batch').replace(/:first\([^/]*/, ':first')

it('every route outside of the pipeline or without credentials has a row with its limit, rate and test', () => {
  const { mounted } = fixture.service.app.server
  expect(mounted.length).toBeGreaterThan(300)
  const isListed = ({ url, countsCalls, open }: (typeof mounted)[number]) =>
    !countsCalls || open.length > 0 || url === '/mcp' || url.endsWith('/batch')
  const needed = new Set(mounted.filter(isListed).map(({ url }) => nameOf(url)))
  expect([...needed].toSorted()).toEqual(Object.keys(requestReaders).toSorted())
})

it('every named test exists', () => {
  const missing = Object.entries(requestReaders).flatMap(([route, { limit, rate, test }]) => {
    const [file = '', title = ''] = test.split(' › ')
    const path = new URL(`../${file}`, import.meta.url)
    const isThere = existsSync(path) && title !== '' && readFileSync(path, 'utf8').includes(title)
    return isThere && limit !== '' && rate !== '' ? [] : [route]
  })
  expect(missing).toEqual([])
})

it('counts calls outside of the pipeline as reads', async () => {
  const { headers } = fixture.people.administrator
  for (const url of ['/metrics', '/api/openapi.json', '/api/v1/abilities', '/api/v1/categories']) {
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) statuses.push((await fixture.service.request({ url, headers })).status)
    expect(statuses, url).toEqual([200, 200, 200, 429])
    fixture.service.clock.advance(60_000)
  }
})
