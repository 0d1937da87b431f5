import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()

/** Flotilla does not support this header, and must not appear to: no answer is cached for a later request. */
it('runs each request with a repeated Idempotency-Key separately, with another body or caller', async () => {
  const add = async (name: string, headers: Record<string, string>) => {
    const all = { ...headers, 'idempotency-key': 'the same', 'content-type': 'application/json' }
    const { body } = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/tags/add',
      headers: all,
      payload: JSON.stringify({ name }),
    })
    return [body.data?.name, body.code]
  }
  const { administrator, manager, viewer } = fixture.people
  expect(await add('One', administrator.headers)).toEqual(['One', undefined])
  expect(await add('Two', administrator.headers)).toEqual(['Two', undefined])
  expect(await add('Three', manager.headers)).toEqual(['Three', undefined])
  expect(await add('One', viewer.headers)).toEqual([undefined, 'svc_permission_denied'])
})
