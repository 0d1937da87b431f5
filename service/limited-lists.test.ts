import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { operations } from './catalogue.ts'
import { type Actor, systemActor } from './operation/actor.ts'
import type { Limits } from './operation/limits.ts'
import type { Operation } from './operation/operation.ts'
import { requirePermission } from './operation/require-permission.ts'
import type { Fields } from './surfaces/testing/every-call.ts'
import { markedInputs } from './testing/marked-inputs.ts'
import { seedPeople } from './testing/people.ts'
import { clientOfSite, markedSites, seedMarkedFleet, tagsOfSite } from './testing/seed-marked-fleet.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

/**
 * A key that is limited to some sites and tags: every read shows it the rows of its sites, and no row of another site. The
 * rows are compared with those of a caller without limits, filtered here.
 */
let service: TestService
let limitedTo: (limits: Limits | null) => Actor

beforeAll(async () => {
  service = await startTestService()
  const { administrator, keys } = await seedPeople(service)
  await seedMarkedFleet(service.db, service.clock.now())
  limitedTo = (limits) => ({
    ...systemActor('limited'),
    kind: 'key',
    keyId: keys.limited.id,
    userId: administrator.id,
    limits,
  })
  return () => service.close()
})

/** Reads of one site are checked in limited-keys.test.ts. */
const ofOneSite = 'site_id_or_domain'

const isRead = (operation: Operation) => {
  if (operation.effect !== 'read' || ofOneSite in operation.input.shape) return false
  if (operation.permission === 'public' || operation.permission === 'own') return false
  try {
    requirePermission(operation, limitedTo({ sites: [1], tags: [], clients: [] }))
    return true
  } catch {
    return false
  }
}

async function answerOf(operation: Operation, input: Fields, actor: Actor): Promise<unknown> {
  const answer = await service.app.run(operation.name, input, { actor }).then(
    ({ output }) => output,
    ({ code, message }) => ({ code, message }),
  )
  const content = (answer as { content?: AsyncIterable<string> | string }).content
  if (content === undefined) return JSON.parse(JSON.stringify(answer))
  let text = ''
  for await (const part of content) text += part
  return text.split('\n')
}

const marksIn = (value: unknown): Set<string> =>
  new Set(JSON.stringify(value).match(/(site|client|tag)-\d+-mark/g) ?? [])
const sitesIn = (value: unknown): number[] =>
  [...marksIn(value)].flatMap((mark) => (mark.startsWith('site') ? [Number(mark.split('-')[1])] : []))

/** Every list with rows that belong to one site, by its path: site and row. Lists of parts of a row are left out. */
function rowsOfSites(value: unknown, path = ''): [path: string, rows: { site: number; row: string }[]][] {
  if (typeof value !== 'object' || value === null) return []
  const parts = Object.entries(value)
  if (Array.isArray(value) || (parts.length > 0 && parts.every(([name]) => /^\d+$/.test(name)))) {
    const rows = parts.map(([, row]) => ({ sites: sitesIn(row), row: JSON.stringify(row) }))
    if (rows.some(({ sites }) => sites.length > 1)) return []
    return [[path, rows.flatMap(({ sites: [site], row }) => (site === undefined ? [] : [{ site, row }]))]]
  }
  return parts.flatMap(([name, part]) => rowsOfSites(part, `${path}.${name}`))
}

/** The values of fields with ids of sites. */
function siteIdsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const ids = /^sites?_?ids?$/.test(name) ? [part].flat().filter((id) => typeof id === 'number') : []
    return [...ids, ...siteIdsIn(part)]
  })
}

/** The sites within the limits, and the marks of these sites, of their clients and tags, and of the tags and clients of the limits. */
function visibleTo({ sites, tags, clients }: Limits) {
  const visible = markedSites.filter(
    (site) =>
      sites.includes(site) ||
      tagsOfSite(site).some((tag) => tags.includes(tag)) ||
      clients.includes(clientOfSite(site)),
  )
  const marks = visible.flatMap((site) => [
    `site-${site}-mark`,
    `client-${clientOfSite(site)}-mark`,
    ...tagsOfSite(site).map((tag) => `tag-${tag}-mark`),
  ])
  const named = [...tags.map((tag) => `tag-${tag}-mark`), ...clients.map((client) => `client-${client}-mark`)]
  return { sites: new Set(visible), marks: new Set([...marks, ...named]) }
}

it('no list shows a limited key a row of another site, and each shows all rows of its sites', async () => {
  const reads = operations
    .filter(isRead)
    .flatMap((operation) => markedInputs(operation).map((input) => ({ operation, input })))
  const complete = new Map<object, unknown>()
  for (const read of reads) complete.set(read, await answerOf(read.operation, read.input, limitedTo(null)))
  const compared = new Set<string>()
  const limits = fc.record({
    sites: fc.subarray(markedSites, { maxLength: 4 }),
    tags: fc.subarray([1, 2, 3, 4, 5], { maxLength: 2 }),
    clients: fc.subarray([1, 2, 3], { maxLength: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(limits, async (limits) => {
      const visible = visibleTo(limits)
      for (const read of reads) {
        const { operation, input } = read
        const call = `${operation.name} ${JSON.stringify(input)}`
        const answer = await answerOf(operation, input, limitedTo(limits))
        const hidden = [
          ...marksIn(answer).difference(visible.marks),
          ...siteIdsIn(answer).filter((site) => !visible.sites.has(site)),
        ]
        expect(hidden, call).toEqual([])
        if (operation.name === 'count-sites') expect(answer).toMatchObject({ total: visible.sites.size })
        const lists = new Map(rowsOfSites(answer))
        for (const [path, rows] of rowsOfSites(complete.get(read))) {
          if (rows.length === 0) continue
          const expected = rows.filter(({ site }) => visible.sites.has(site)).map(({ row }) => row)
          expect((lists.get(path) ?? []).map(({ row }) => row).sort(), `${call} ${path}`).toEqual(expected.sort())
          compared.add(operation.name)
        }
      }
    }),
    { numRuns: 6 },
  )
  expect(compared.size).toBeGreaterThan(15)
}, 300_000)
