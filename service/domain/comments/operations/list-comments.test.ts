import { describe, expect, it } from 'vitest'
import { aComment, aPost, codesOf, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(4)
const list = (query = '', headers?: Record<string, string>) =>
  fixture.rest(`GET /comments?${query}`, undefined, headers)
const ids = async (query: string) =>
  (await list(`websites=1&${query}`)).body.data[fixture.sites[0]!.url].map(
    ({ comment_id }: { comment_id: number }) => comment_id,
  )

describe('comments of many sites', () => {
  it('are grouped by site, with all fields', async () => {
    const [one, two] = fixture.sites
    one!.posts = [aPost(1, { title: 'Fish &amp; chips' })]
    one!.comments = [aComment(7, { content: 'Tom&#039;s boat', email: 'tom@example.com' })]
    const { status, body } = await list('websites=1,2')
    expect([status, body.message, body.total, body.errors]).toEqual([200, 'Comments retrieved successfully.', 1, []])
    expect(body.data).toEqual({
      [one!.url]: [
        {
          comment_id: 7,
          comment_author: 'Vera',
          comment_content: "Tom's boat",
          comment_status: 'approved',
          post_id: 1,
          post_title: 'Fish & chips',
          website_id: 1,
          website_url: one!.url,
          website_name: one!.title,
          comment_author_email: 'tom@example.com',
          comment_author_url: '',
          comment_author_ip: '203.0.113.7',
          comment_date: '2026-11-01T10:00:00Z',
        },
      ],
      [two!.url]: [],
    })
  })

  it('are returned although another site never answers', async () => {
    const [good, silent] = fixture.sites
    good!.comments = [aComment(1)]
    silent!.setFault('never-answer')
    const listing = list('websites=1,2')
    await fixture.passTimeAfter([1], 25_000)
    const answer = await listing
    expect(answer.body.data).toEqual({ [good!.url]: [expect.objectContaining({ comment_id: 1 })] })
    expect(codesOf(answer)).toEqual({ 2: 'svc_no_answer_in_time' })
  })

  it('are returned with the errors of other sites', async () => {
    const [good, broken, , disconnected] = fixture.sites
    good!.comments = [aComment(1)]
    broken!.setFault('http-502')
    await fixture.set(4, { connection: 'disconnected' })
    const answer = await list('websites=1,2,4')
    expect(Object.keys(answer.body.data)).toEqual([good!.url])
    expect(codesOf(answer)).toEqual({ 2: 'svc_site_offline', 4: 'svc_site_disconnected' })
    expect(disconnected!.counts.get_all_comments).toBeUndefined()
  })

  it('include those of suspended sites: suspension excludes only from sync and updates', async () => {
    const suspended = fixture.sites[2]!
    suspended.comments = [aComment(1)]
    await fixture.set(3, { suspended_by: 'client' })
    const { body } = await list('websites=3')
    expect([body.data, body.errors]).toEqual([{ [suspended.url]: [expect.objectContaining({ comment_id: 1 })] }, []])
  })

  it('are filtered by status, text and days, newest first', async () => {
    fixture.sites[0]!.comments = [
      aComment(1, { at: '2026-10-01T00:00:00Z', content: 'about boats' }),
      aComment(2, { at: '2026-10-05T23:59:59Z', status: 'unapproved' }),
      aComment(3, { at: '2026-10-07T10:00:00Z', status: 'spam' }),
      aComment(4, { at: '2026-10-06T10:00:00Z', status: 'trash' }),
    ]
    expect(await ids('')).toEqual([3, 4, 2, 1])
    expect(await ids('status=all')).toEqual([3, 4, 2, 1])
    expect(await ids('status=pending')).toEqual([2])
    expect(await ids('status=spam')).toEqual([3])
    expect(await ids('keyword=BOATS')).toEqual([1])
    expect(await ids('dtsstart=2026-10-01&dtsstop=2026-10-05')).toEqual([2, 1])
    expect(await ids('dtsstart=2026-10-06')).toEqual([3, 4])
    expect(await ids('dtsstop=2026-10-01')).toEqual([1])
    expect(await ids('maximum=2')).toEqual([3, 4])
  })

  it('are at most 50 per site by default, and 500 on request', async () => {
    fixture.sites[0]!.comments = Array.from({ length: 520 }, (_, index) => aComment(index + 1))
    expect(await ids('')).toHaveLength(50)
    expect(await ids('maximum=500')).toHaveLength(500)
    expect((await list('maximum=501')).body.data.params).toEqual({ maximum: 'must be a whole number from 1 to 500' })
  })

  it.each([
    ['status=hold', 'status'],
    ['dtsstart=yesterday', 'dtsstart'],
    ['dtsstart=2026-10-02&dtsstop=2026-10-01', 'dtsstop'],
    ['groups=Unknown', 'groups'],
    ['websites=nowhere.example', 'websites'],
  ])('are refused for %s with a message about %s', async (query, field) => {
    const { status, body } = await list(query)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
  })

  it('are limited to the sites of the key', async () => {
    const { limited } = fixture.people.keys
    expect(Object.keys((await list('', limited.headers)).body.data)).toEqual([fixture.sites[0]!.url])
    expect((await list('websites=2', limited.headers)).status).toBe(400)
  })

  it('are 501 while the module is off', async () => {
    await fixture.rest('PUT /modules/comments', { active: false })
    for (const path of ['', '/1']) {
      const { status, body } = await fixture.rest(`GET /comments${path}`)
      expect([status, body.code]).toEqual([501, 'svc_module_not_available'])
    }
    await fixture.rest('PUT /modules/comments', { active: true })
    expect((await list('websites=1')).status).toBe(200)
  })
})
