import { describe, expect, it } from 'vitest'
import { aPost, codesOf, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(6)
const list = (query = '', headers?: Record<string, string>) =>
  fixture.rest(`GET /posts${query === '' ? '' : `?${query}`}`, undefined, headers)
/** Ids of the posts of the first site. */
const ids = async (query: string) => {
  const { status, body, text } = await list(`websites=1&${query}`)
  if (status !== 200) throw new Error(text)
  return body.data[fixture.sites[0]!.url].map(({ id }: { id: number }) => id)
}

describe('posts of many sites', () => {
  it('are grouped by site, sites without posts included', async () => {
    const [one, two] = fixture.sites
    one!.posts = [aPost(5, { tags: ['sea', 'wind'], title: 'Fish &amp; chips' }), aPost(6, { type: 'page' })]
    const { status, body } = await list('websites=1,2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: 1, total: 1, errors: [] })
    expect(body.data).toEqual({
      [one!.url]: [
        {
          id: 5,
          title: 'Fish & chips',
          post_status: 'publish',
          status: 'publish',
          post_type: 'post',
          author: 'admin',
          comment_count: 0,
          post_category: 'News',
          post_tags: 'sea, wind',
          dts: '2026-11-01T10:00:00Z',
          website_id: 1,
          website_url: one!.url,
          website_name: one!.title,
        },
      ],
      [two!.url]: [],
    })
  })

  it('are returned although other sites never answer', async () => {
    const [good, silent, dripping] = fixture.sites
    good!.posts = [aPost(1)]
    silent!.setFault('never-answer')
    dripping!.setFault('slow-drip')
    const listing = list('websites=1,2,3')
    await fixture.passTimeAfter([1], 25_000)
    const answer = await listing
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({ [good!.url]: [expect.objectContaining({ id: 1 })] })
    expect(codesOf(answer)).toEqual({ 2: 'svc_no_answer_in_time', 3: 'svc_no_answer_in_time' })
  })

  it('are returned with the errors of other sites', async () => {
    const [good, dead, , disconnected] = fixture.sites
    good!.posts = [aPost(1)]
    dead!.setFault('refuse')
    await fixture.set(4, { connection: 'disconnected' })
    const answer = await list('websites=1,2,4')
    expect(Object.keys(answer.body.data)).toEqual([good!.url])
    expect(codesOf(answer)).toEqual({ 2: 'svc_connection_failed', 4: 'svc_site_disconnected' })
    expect(answer.body.errors).toContainEqual({
      identifier: 2,
      site_id: 2,
      site_url: dead!.url,
      site_name: dead!.title,
      code: 'svc_connection_failed',
      message: expect.stringContaining('check that its web server is running'),
    })
    expect(disconnected!.counts.get_all_posts).toBeUndefined()
  })

  it('include those of suspended sites: suspension excludes only from sync and updates', async () => {
    const suspended = fixture.sites[2]!
    suspended.posts = [aPost(1)]
    await fixture.set(3, { suspended_by: 'hand' })
    const { body } = await list('websites=3')
    expect([body.data, body.errors]).toEqual([{ [suspended.url]: [expect.objectContaining({ id: 1 })] }, []])
  })

  it('are returned although other sites send hostile answers', async () => {
    const [good, ...hostile] = fixture.sites
    good!.posts = [aPost(1)]
    for (const [index, fault] of (['gzip-bomb', 'deep-json', 'endless-headers', 'invalid-json'] as const).entries())
      hostile[index]!.setFault(fault)
    const answer = await list('websites=1,2,3,4,5')
    expect(Object.keys(answer.body.data)).toEqual([good!.url])
    expect(Object.values(codesOf(answer))).toEqual(Array(4).fill('svc_unreadable_answer'))
  })

  it('are plain text, even from a hostile site', async () => {
    const [one, two, three] = fixture.sites
    for (const site of [one!, two!, three!]) site.posts = [aPost(1)]
    one!.setFault('xss')
    two!.setFault('nul')
    three!.setFault('wrong-types')
    const { status, body } = await list('websites=1,2,3')
    expect(status).toBe(200)
    expect(body.data[two!.url][0].title).not.toContain('\0')
    expect(typeof body.data[one!.url][0].title).toBe('string')
  })

  it('are filtered by status, text and days, newest first', async () => {
    fixture.sites[0]!.posts = [
      aPost(1, { at: '2026-10-01T00:00:00Z', title: 'Alpha', content: 'about omega' }),
      aPost(2, { at: '2026-10-05T23:59:59Z', title: 'Omega' }),
      aPost(3, { status: 'draft' }),
      aPost(4, { status: 'trash' }),
      aPost(5, { type: 'product' }),
    ]
    expect(await ids('')).toEqual([3, 2, 1])
    expect(await ids('status=trash')).toEqual([4])
    expect(await ids('status=publish,trash')).toEqual([4, 2, 1])
    expect(await ids('status=any')).toEqual([3, 2, 1])
    expect(await ids('search=omega&search_on=title')).toEqual([2])
    expect(await ids('search=omega&search_on=body')).toEqual([1])
    expect(await ids('search=omega&search_on=Title%20and%20Body')).toEqual([2, 1])
    expect(await ids('search=omega')).toEqual([2, 1])
    expect(await ids('dtsstart=2026-10-05')).toEqual([3, 2])
    expect(await ids('dtsstop=2026-10-04')).toEqual([1])
    expect(await ids('dtsstart=2026-10-01&dtsstop=2026-10-05')).toEqual([2, 1])
    expect(await ids('dtsstart=2026-10-05&dtsstop=2026-10-05')).toEqual([2])
    expect(await ids('dtsstart=2026-10-02&dtsstop=2026-10-04')).toEqual([])
    expect(await ids('post_type=product')).toEqual([5])
    expect(await ids('maximum=1')).toEqual([3])
  })

  it.each([
    ['search_on=title', 'search'],
    ['search=x&search_on=author', 'search_on'],
    ['dtsstart=2026-10-02&dtsstop=2026-10-01', 'dtsstop'],
    ['dtsstart=01.10.2026&dtsstop=2026-10-01', 'dtsstart'],
    ['dtsstart=2026-02-30&dtsstop=2026-10-01', 'dtsstart'],
    ['status=published', 'status[0]'],
    ['maximum=0', 'maximum'],
    ['maximum=201', 'maximum'],
    ['post_type=../etc', 'post_type'],
    ['websites=99', 'websites'],
    ['groups=Unknown', 'groups'],
    ['clients=99', 'clients'],
    ['website=1', 'website'],
  ])('are refused for %s with a message about %s', async (query, field) => {
    const { status, body } = await list(query)
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'svc_invalid_input', [field]])
    expect(body.message).toMatch(/^Invalid input: .+\.$/)
    expect(fixture.sites[0]!.counts.get_all_posts).toBeUndefined()
  })

  it('are limited to the sites of the key', async () => {
    const { limited } = fixture.people.keys
    const { body } = await list('', limited.headers)
    expect(Object.keys(body.data)).toEqual([fixture.sites[0]!.url])
    expect((await list('websites=2', limited.headers)).body.message).toContain('names no site')
  })
})
