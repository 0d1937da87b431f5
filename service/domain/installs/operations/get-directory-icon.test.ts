import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const icon = (picture: string, headers?: Record<string, string>) =>
  rest(`GET /directory/icon?picture=${encodeURIComponent(picture)}`, undefined, headers)

it.each([
  'localhost/x.png',
  '127.0.0.1/x.png',
  'ps.w.org.evil.example/x.png',
  'ps.w.org@evil.example/x.png',
  'ps.w.org:8080/x.png',
  'ps.w.org/../x.png',
  'ps.w.org/x.png?url=http://127.0.0.1/',
  'ps.w.org',
  '',
])('calls no other host: %s', async (picture) => {
  const { status, body } = await icon(picture)
  expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
})

it('is for callers who may change software', async () => {
  const { status } = await icon('ps.w.org/akismet/assets/icon-128x128.png', fixture.people.viewer.headers)
  expect(status).toBe(403)
})
