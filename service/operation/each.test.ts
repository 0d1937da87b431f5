import { expect, it } from 'vitest'
import { each } from './each.ts'
import { ServiceError } from './errors.ts'

it('returns results and failures separately, both in the order of the items', async () => {
  const unexpected: unknown[] = []
  const outcome = await each(
    [1, 2, 3, 4],
    async (item) => {
      if (item === 2) throw new ServiceError('svc_site_not_found', 'missing', 'There is no site 2.')
      if (item === 3) throw new TypeError('a bug')
      return item * 10
    },
    { identify: (item) => item, onUnexpected: (error) => unexpected.push(error) },
  )
  expect(outcome.done).toEqual([10, 40])
  expect(outcome.errors).toEqual([
    { identifier: 2, code: 'svc_site_not_found', message: 'There is no site 2.' },
    { identifier: 3, code: 'svc_internal_error', message: expect.not.stringContaining('a bug') },
  ])
  expect(unexpected).toHaveLength(1)
})

it('limits the number of concurrent items; a stuck item does not block others', async () => {
  let underWay = 0
  let most = 0
  let release = () => {}
  const stuck = new Promise<void>((resolve) => {
    release = resolve
  })
  const finished: number[] = []
  const all = each(
    [0, 1, 2, 3, 4, 5],
    async (item) => {
      most = Math.max(most, ++underWay)
      if (item === 0) await stuck
      finished.push(item)
      underWay--
      if (item === 5) release()
      return item
    },
    { identify: (item) => item, atOnce: 2 },
  )
  expect((await all).done).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(finished.at(-1)).toBe(0)
})
