import { expect, it } from 'vitest'
import { aComment, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(2)
const list = (path: string, headers?: Record<string, string>) =>
  fixture.rest(`GET /comments/${path}`, undefined, headers)

it('lists the comments of one site by id or address, even if it is suspended', async () => {
  const [site] = fixture.sites
  site!.comments = [aComment(1), aComment(2, { status: 'spam' })]
  await fixture.set(1, { suspended_by: 'hand' })
  for (const ref of ['1', encodeURIComponent(site!.url)]) {
    const { status, body } = await list(`${ref}?status=spam`)
    expect([status, body.total, Object.keys(body.data)]).toEqual([200, 1, [site!.url]])
    expect(body.data[site!.url]).toMatchObject([{ comment_id: 2, comment_status: 'spam', website_id: 1 }])
  }
})

it('returns the error of a site that cannot be read', async () => {
  fixture.sites[0]!.setFault('refuse')
  expect((await list('1')).status).toBe(503)
  await fixture.set(2, { connection: 'disconnected' })
  expect((await list('2')).body).toMatchObject({ code: 'svc_site_disconnected', data: { status: 409 } })
  expect((await list('99')).body.code).toBe('svc_site_not_found')
  expect((await list('2', fixture.people.keys.limited.headers)).body.code).toBe('svc_site_not_found')
})

it('returns plain text, even from a hostile site', async () => {
  const [one, two] = fixture.sites
  one!.comments = [aComment(1)]
  one!.setFault('terminal-escapes')
  two!.comments = [aComment(1)]
  two!.setFault('bidi')
  for (const number of [1, 2]) {
    const { status, text } = await list(String(number))
    expect(status).toBe(200)
    expect(text).not.toMatch(/\\u001b|\u202e/)
  }
})
