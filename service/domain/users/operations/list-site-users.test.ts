import { beforeEach, describe, expect, it } from 'vitest'
import { codesOf, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(3)
const list = (query = '', headers?: Record<string, string>) => fixture.rest(`GET /users?${query}`, undefined, headers)
const names = async (query: string) =>
  (await list(`websites=1&${query}`)).body.data[fixture.sites[0]!.url].map(
    ({ username }: { username: string }) => username,
  )

beforeEach(() => {
  const [site] = fixture.sites
  site!.users = [site!.user('admin')!]
  // A fixed date, independent of the time of the test run.
  const registered = Date.UTC(2026, 9, 1) / 1000
  site!.addUser({ login: 'ed', role: 'editor', email: 'ed@boats.example', displayName: 'Ed &amp; Co', registered })
  site!.addUser({ login: 'carla', role: 'customer', email: 'carla@example.com' })
})

describe('users of many sites', () => {
  it('are grouped by site', async () => {
    const [site] = fixture.sites
    const { status, body } = await list('websites=1')
    expect([status, body.total, body.errors]).toEqual([200, 2, []])
    expect(body.data[site!.url][1]).toEqual({
      id: site!.user('ed')!.id,
      username: 'ed',
      name: 'Ed & Co',
      email: 'ed@boats.example',
      role: 'editor',
      posts: 0,
      registered_at: '2026-10-01T00:00:00Z',
      website_id: 1,
      website_url: site!.url,
      website_name: site!.title,
    })
  })

  it('are filtered by role and by a part of the name', async () => {
    expect(await names('')).toEqual(['admin', 'ed'])
    expect(await names('role=customer')).toEqual(['carla'])
    expect(await names('roles=editor,customer')).toEqual(['ed', 'carla'])
    expect(await names('search=boats')).toEqual(['ed'])
    expect(await names('search=carla')).toEqual([])
    expect(await names('search=carla&role=customer')).toEqual(['carla'])
    expect(await names('maximum=1')).toEqual(['admin'])
    expect((await list('role=emperor')).body.data.params).toEqual({ 'role[0]': expect.stringContaining('subscriber') })
  })

  it('are returned although other sites never answer', async () => {
    fixture.sites[1]!.setFault('slow-headers')
    fixture.sites[2]!.setFault('never-answer')
    const listing = list()
    await fixture.passTimeAfter([1], 25_000)
    const answer = await listing
    expect(Object.keys(answer.body.data)).toEqual([fixture.sites[0]!.url])
    expect(codesOf(answer)).toEqual({ 2: 'svc_no_answer_in_time', 3: 'svc_no_answer_in_time' })
  })

  it('are limited to the sites of the key, and readable for viewers', async () => {
    expect(Object.keys((await list('', fixture.people.keys.limited.headers)).body.data)).toEqual([
      fixture.sites[0]!.url,
    ])
    expect((await list('websites=1', fixture.people.viewer.headers)).status).toBe(200)
  })
})
