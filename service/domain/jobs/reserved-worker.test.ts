import { expect, it } from 'vitest'
import { type Actor, systemActor } from '../../operation/actor.ts'
import { setUpServiceWithJobs } from '../../testing/set-up-service-with-jobs.ts'

const fixture = setUpServiceWithJobs({ pace: { batches: 1 } })
const actorOf = (person: { id: number }): Actor => ({ ...systemActor('caller'), kind: 'user', userId: person.id })

it('runs a small job at once although slow jobs of another caller occupy the other workers', async () => {
  const { service, people } = fixture
  const stateOf = async (id: number) => {
    const { rows } = await service.db.pool.query('select state from job_targets where job_id = $1', [id])
    return rows[0].state
  }
  // Targets on site 1 do not end while its row is locked.
  const blocker = await service.db.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from sites where id = 1 for update')
    const first = await fixture.start([1], actorOf(people.manager))
    await expect.poll(() => stateOf(first.id)).toBe('running')
    const slow = [
      first,
      await fixture.start([1], actorOf(people.manager)),
      await fixture.start([1], actorOf(people.manager)),
    ]
    const small = await fixture.start([2], actorOf(people.administrator))
    // Less than the 15 seconds after which the other worker is free again.
    let seconds = 0
    const oneSecondLater = () => {
      if (seconds++ < 10) service.clock.advance(1_000)
      return stateOf(small.id)
    }
    await expect.poll(oneSecondLater).toBe('succeeded')
    await blocker.query('rollback')
    for (const job of slow) expect(await fixture.over(job)).toMatchObject({ succeeded: 1 })
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
})
