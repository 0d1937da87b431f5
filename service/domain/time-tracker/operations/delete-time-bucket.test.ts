import { expect, it } from 'vitest'
import { timeScene } from '../testing/time-scene.ts'

const scene = timeScene()

it('deletes a bucket; its tasks stay and count up', async () => {
  const { id: bucket_id } = await scene.bucket({ hourly_price: 10 })
  const { id } = await scene.task({ bucket_id, timer_mode: 'count_down', duration: 3_600 })
  const address = `DELETE /time-tracker/buckets/${bucket_id}/delete`
  expect((await scene.rest(address, { dry_run: true })).body.data.warnings).toEqual([
    'One task would no longer have a bucket.',
  ])
  expect((await scene.rest(address)).body).toMatchObject({ message: 'Bucket deleted.', data: { id: bucket_id } })
  expect(await scene.read(id)).toMatchObject({ bucket_id: null, timer_mode: 'count_up', total_price: null })
  expect((await scene.rest(address)).status).toBe(404)
})

it('requires the delete scope', async () => {
  const { id } = await scene.bucket()
  const address = `DELETE /time-tracker/buckets/${id}/delete`
  expect((await scene.rest(address, undefined, scene.people.keys.write.headers)).status).toBe(403)
  expect((await scene.rest(address, undefined, scene.people.keys.limited.headers)).status).toBe(404)
})
