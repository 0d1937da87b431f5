import { beforeEach, expect } from 'vitest'
import { type Fleet, type Site, startFleet } from '../../simulator/index.ts'
import type { AppOptions } from '../app.ts'
import { type Callers, callers } from './callers.ts'
import { seedConnectedFleet } from './connected-fleet.ts'
import { type People, setUpService } from './people.ts'
import type { Answer, TestService } from './test-service.ts'

export interface ContentFixture extends Callers {
  service: TestService
  people: People
  /** Connected simulated sites, numbers 1, 2, 3 …, not used by another test. */
  sites: Site[]
  /** Sets columns of a site's record. */
  set(siteId: number, columns: object): Promise<void>
  /** Advances the clock by this time after these sites have answered the first call of this test: for sites that never answer. */
  passTimeAfter(siteIds: number[], milliseconds: number): Promise<void>
  /** Advances the clock until the answer has arrived, for work with delays. */
  passTime<T>(answer: Promise<T>): Promise<T>
}

type Post = Site['posts'][number]
type Comment = Site['comments'][number]
const seconds = (time: string) => Date.parse(time) / 1000

export const aPost = (id: number, more: Partial<Post> & { at?: string } = {}): Post => {
  const { at = '2026-11-01T10:00:00Z', ...facts } = more
  const time = seconds(at)
  return {
    id,
    type: 'post',
    status: 'publish',
    title: `Post ${id}`,
    content: `Text of ${id}`,
    authorId: 1,
    published: time,
    created: time,
    modified: time,
    categories: ['News'],
    tags: [],
    name: `post-${id}`,
    ...facts,
  }
}

export const aComment = (id: number, more: Partial<Comment> & { at?: string } = {}): Comment => {
  const { at = '2026-11-01T10:00:00Z', ...facts } = more
  return {
    id,
    postId: 1,
    author: 'Vera',
    email: `vera${id}@example.com`,
    url: '',
    ip: '203.0.113.7',
    content: `Comment ${id}`,
    written: seconds(at),
    status: 'approved',
    ...facts,
  }
}

const size = 900
let shared: Promise<Fleet> | undefined
let handedOut = 0

/** A service with connected sites whose posts and comments the test sets. */
export function setUpContent(count = 3, appOptions: Partial<AppOptions> = {}): ContentFixture {
  const fixture = setUpService(appOptions) as ContentFixture
  Object.assign(fixture, callers(fixture))
  beforeEach(async () => {
    // Own addresses, so that other fleets do not affect these hosts.
    shared ??= startFleet({ sites: size, baseAddress: '127.99.0.1', payload: 4_000 })
    const fleet = await shared
    fixture.sites = fleet.sites.slice(handedOut, handedOut + count)
    handedOut += count
    if (fixture.sites.length < count) throw new Error('All simulated sites are used up: make the fleet larger.')
    for (const site of fixture.sites) {
      site.posts = []
      site.comments = []
    }
    await seedConnectedFleet(fixture.service, fixture)
  })
  fixture.set = async (siteId, columns) => {
    await fixture.service.db.updateTable('sites').set(columns).where('id', '=', siteId).execute()
  }
  fixture.passTimeAfter = async (siteIds, milliseconds) => {
    // Each answer set cookies, which are stored.
    const answered = async () => {
      const { rows } = await fixture.service.db.pool.query(
        'select from sites where id = any ($1) and cookies is not null',
        [siteIds],
      )
      return rows.length
    }
    await expect.poll(answered).toBe(siteIds.length)
    await answered()
    fixture.service.clock.advance(milliseconds)
  }
  fixture.passTime = async (answer) => {
    let pending = true
    const done = answer.finally(() => {
      pending = false
    })
    while (pending) {
      fixture.service.clock.advance(250)
      await Promise.race([done.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 40))])
    }
    return done
  }
  return fixture
}

/** Codes of `errors` by site number. */
export const codesOf = ({ body }: Answer): Record<number, string> =>
  Object.fromEntries(body.errors.map((error: { site_id: number; code: string }) => [error.site_id, error.code]))
