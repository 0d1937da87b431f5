import { expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()

it('deletes a bucket; its tasks stay and count up', async () => {
  const { id: bucket_id } = await fixture.bucket({ hourly_price: 10 })
  const { id } = await fixture.task({ bucket_id, timer_mode: 'count_down', duration: 3_600 })
  const address = `DELETE /time-tracker/buckets/${bucket_id}/delete`
  expect((await fixture.rest(address, { dry_run: true })).body.data.warnings).toEqual([
    'One task would no longer have a bucket.',
  ])
  expect((await fixture.rest(address)).body).toMatchObject({ message: 'Bucket deleted.', data: { id: bucket_id } })
  expect(await fixture.read(id)).toMatchObject({ bucket_id: null, timer_mode: 'count_up', total_price: null })
  expect((await fixture.rest(address)).status).toBe(404)
})

it('requires the delete scope', async () => {
  const { id } = await fixture.bucket()
  const address = `DELETE /time-tracker/buckets/${id}/delete`
  expect((await fixture.rest(address, undefined, fixture.people.keys.write.headers)).status).toBe(403)
  expect((await fixture.rest(address, undefined, fixture.people.keys.limited.headers)).status).toBe(404)
})
