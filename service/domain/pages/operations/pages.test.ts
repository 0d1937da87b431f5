import { expect, it } from 'vitest'
import { aPost, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
const first = () => fixture.sites[0]!
const aPage = (id: number, more: Parameters<typeof aPost>[1] = {}) => aPost(id, { type: 'page', ...more })

it('lists pages and no posts', async () => {
  first().posts = [aPage(5), aPost(6)]
  const { body } = await fixture.rest('GET /pages')
  expect(body.data[first().url]).toMatchObject([{ id: 5, post_type: 'page', title: 'Post 5' }])
  expect(first().counts).toMatchObject({ get_all_pages: 1 })
  expect((await fixture.rest('GET /pages?post_type=post')).status).toBe(400)
})

it('reads a page with its text; a post is 404', async () => {
  first().posts = [aPage(5), aPost(6)]
  expect((await fixture.rest('GET /pages/1/5')).body.data).toMatchObject({ id: 5, post_content: 'Text of 5' })
  expect((await fixture.rest('GET /pages/1/6')).body.code).toBe('svc_page_not_found')
})

it('creates, edits, trashes and deletes a page', async () => {
  const { body } = await fixture.rest('POST /pages/1/create', { post_title: 'Imprint', post_status: 'publish' })
  expect(body.message).toBe('Page created.')
  const path = `/pages/1/${body.data.post_id}`
  expect(first().posts).toMatchObject([{ type: 'page', title: 'Imprint', status: 'publish' }])
  expect((await fixture.rest(`PATCH ${path}/edit`, { post_content: 'Who we are' })).body.message).toBe('Page updated.')
  expect(first().posts).toMatchObject([{ type: 'page', title: 'Imprint', content: 'Who we are' }])
  await fixture.rest(`PUT ${path}/update-status`, { status: 'trash' })
  expect(first().posts).toMatchObject([{ status: 'trash' }])
  expect((await fixture.rest(`DELETE ${path}/delete`)).body.message).toBe('Page deleted.')
  expect(first().posts).toEqual([])
})

it('refuses to change a post', async () => {
  first().posts = [aPost(6)]
  const codes = [
    (await fixture.rest('PUT /pages/1/6/edit', { post_title: 'x' })).body.code,
    (await fixture.rest('PUT /pages/1/6/update-status', { status: 'trash' })).body.code,
    (await fixture.rest('DELETE /pages/1/6/delete')).body.code,
  ]
  expect(codes).toEqual(Array(3).fill('svc_page_not_found'))
  expect(first().posts).toMatchObject([{ title: 'Post 6', status: 'publish' }])
})
