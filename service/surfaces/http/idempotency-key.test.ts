import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'

const scene = setUpService()

/** Flotilla knows no such header. It must not look as if it did: no answer is kept for a later request. */
it('an Idempotency-Key that comes again with another body or caller changes nothing: each request is run for itself', async () => {
  const add = async (name: string, headers: Record<string, string>) => {
    const all = { ...headers, 'idempotency-key': 'the same', 'content-type': 'application/json' }
    const { body } = await scene.service.request({
      method: 'POST',
      url: '/api/v2/tags/add',
      headers: all,
      payload: JSON.stringify({ name }),
    })
    return [body.data?.name, body.code]
  }
  const { administrator, manager, viewer } = scene.people
  expect(await add('One', administrator.headers)).toEqual(['One', undefined])
  expect(await add('Two', administrator.headers)).toEqual(['Two', undefined])
  expect(await add('Three', manager.headers)).toEqual(['Three', undefined])
  expect(await add('One', viewer.headers)).toEqual([undefined, 'svc_permission_denied'])
})
