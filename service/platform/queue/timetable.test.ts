import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { callsQueue, type ManagedQueue, retentionQueue } from './queue.ts'
import { syncTimetable } from './timetable.ts'

const fixture = setUpService({ works: true, pace: { batches: 0 } })
const keys = async (queue: ManagedQueue) => (await queue.boss.getSchedules(callsQueue)).map(({ key }) => key)
const queued = (queue: ManagedQueue, key: string) => queue.boss.findJobs(callsQueue, { key, queued: true })

it('deletes a schedule that no longer exists, with its queued calls, and keeps the others', async () => {
  const { queue } = fixture.service.app
  const known = await keys(queue)
  const call = { operation: 'delete-old-things', input: {}, actor: {} }
  const due = new Date(Date.now() + 3_600_000)
  await queue.boss.schedule(callsQueue, '0 4 * * *', call, {
    key: 'delete-old-things',
    singletonKey: 'delete-old-things',
  })
  await queue.later(call, { key: 'delete-old-things', due })
  await queue.later(call, { key: 'another', due })
  const entries = known.map((key) => ({ key, cron: '0 4 * * *', call: { ...call, operation: key } }))
  await syncTimetable(queue, entries)
  expect(await keys(queue)).toEqual(known)
  expect(await queued(queue, 'delete-old-things')).toEqual([])
  expect(await queued(queue, 'another')).toHaveLength(1)
})

it('does not leave schedules of an earlier release when a process starts', async () => {
  const { queue } = fixture.service.app
  const call = { operation: 'forget-old-jobs', input: {}, actor: {} }
  await queue.boss.schedule(callsQueue, '27 4 * * *', call, { key: 'forget-old-jobs', singletonKey: 'forget-old-jobs' })
  const another = await fixture.service.openAnother()
  expect(await keys(another.queue)).not.toContain('forget-old-jobs')
  expect((await another.queue.boss.getSchedules(retentionQueue)).map(({ cron }) => cron)).toEqual(['17 * * * *'])
  await fixture.service.closeOthers()
})
