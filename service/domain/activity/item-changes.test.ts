import { describe, expect, it } from 'vitest'
import { aComment, aPost, setUpContent } from '../../testing/set-up-content.ts'

type Row = Record<string, unknown>
const november = 'start_date=2026-11-01&end_date=2026-11-30'

describe('comments, posts and users', () => {
  const fixture = setUpContent(2, { works: true })
  const log = async () => ((await fixture.rest('GET /changes')).body.data as Row[]).toReversed()
  const lines = async () => (await log()).map(({ outcome, description }) => [outcome, description])

  it('are one line per item, with its name and what was done', async () => {
    const [site] = fixture.sites
    site!.comments = [1, 2].map((id) => aComment(id, { status: 'unapproved' }))
    site!.posts = [aPost(7, { title: 'Opening hours' })]
    await fixture.rest('PATCH /comments/1/bulk-action', { action: 'approve', comment_ids: [1, 2, 99] })
    await fixture.rest('PATCH /comments/1/1/action', { action: 'approve' })
    await fixture.rest('PATCH /posts/1/7/update-status', { status: 'trash' })
    expect(await lines()).toEqual([
      ['failed', `Comment not approved: comment 99. ${site!.url} has no comment 99.`],
      ['done', 'Comment approved: comment 1 of Vera'],
      ['done', 'Comment approved: comment 2 of Vera'],
      ['done', 'Post moved to the trash: Opening hours'],
    ])
    const { body } = await fixture.rest(`GET /pro-reports/1/comments?${november}`)
    expect(body.data.rows.map(({ action }: Row) => action)).toEqual(['approved', 'approved'])
  })

  it('are called possible when the answer of the site was lost', async () => {
    fixture.sites[0]!.setFault('cut-after', { on: 'newpost' })
    await fixture.rest('POST /posts/1/create', { post_title: 'Once' })
    const [[outcome, description] = []] = await lines()
    expect([outcome, String(description).split(':')[0]]).toEqual(['unknown', 'Post possibly created'])
    await fixture.sites[0]!.clearFaults()
  })

  it('are found in reports by what was done, with their name', async () => {
    const [site] = fixture.sites
    site!.comments = [1, 2, 3].map((id) => aComment(id))
    site!.posts = [aPost(7, { title: 'Prices' }), aPost(8, { title: 'Jobs', status: 'draft' }), aPost(9)]
    await fixture.rest('PATCH /comments/1/bulk-action', { action: 'delete', comment_ids: '1,2,3' })
    await fixture.rest('DELETE /posts/1/7/delete')
    await fixture.rest('PATCH /posts/1/8/update-status', { status: 'publish' })
    await fixture.rest('PATCH /posts/1/9/update-status', { status: 'publish' })
    const found = async (segment: string, action: string) => {
      const { body } = await fixture.rest(`GET /pro-reports/1/${segment}?${november}&action=${action}`)
      return [body.data.totals[action], body.data.rows.map(({ name }: Row) => name).toSorted()]
    }
    expect(await found('comments', 'deleted')).toEqual([3, [1, 2, 3].map((id) => `comment ${id} of Vera`)])
    expect(await found('posts', 'deleted')).toEqual([1, ['Prices']])
    // Post 9 was published already.
    expect(await found('posts', 'published')).toEqual([1, ['Jobs']])
  })

  it('name the job that changed them', async () => {
    fixture.sites[1]!.addUser({ login: 'mila', role: 'editor', email: 'mila@example.com' })
    const user = { username: 'mila', email: 'mila@example.com', websites: [1, 2] }
    await fixture.rest('POST /users/create', user)
    const [job] = (await fixture.rest('GET /jobs?type=create-users')).body.data
    const rows = (await log()).toSorted((one, other) => Number(one.site_id) - Number(other.site_id))
    expect(rows).toMatchObject([
      { site_id: 1, outcome: 'done', description: 'User created: mila', job_id: job.job_id },
      { site_id: 2, outcome: 'failed', item: 'mila', job_id: job.job_id },
    ])
  })
})
