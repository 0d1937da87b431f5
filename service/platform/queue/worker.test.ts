import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { createLog } from '../log.ts'
import { startConsumer } from './worker.ts'

const fixture = setUpService({ works: true, pace: { batches: 0 } })

it('continues without a delay while messages wait', async () => {
  const { queue } = fixture.service.app
  const taken: unknown[] = []
  await startConsumer(queue, 'long', async (data) => void taken.push(data), createLog('silent'), 2)
  const messages = Array.from({ length: 12 }, (_, number) => ({ key: `m${number}`, data: { number }, priority: 0 }))
  await queue.deliver('long', messages)
  await expect.poll(() => taken.length).toBe(12)
})
