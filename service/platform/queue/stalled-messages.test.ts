import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { queueNameOf, queuePriorities } from './queue.ts'
import { stalledMessagesQuery } from './stalled-messages.ts'

const fixture = setUpService({ works: true, pace: { batches: 0 } })

describe('the search for messages that were taken and not finished', () => {
  const insert = (state: 'active' | 'completed', count: number, startedSecondsAgo: number) =>
    fixture.service.db.pool.query(
      `insert into queue.job (name, state, data, started_on, created_on)
       select $1, $2::queue.job_state, jsonb_build_object('number', n), now() - make_interval(secs => $4), now()
       from generate_series(1, $3::int) as n`,
      [queueNameOf('long'), state, count, startedSecondsAgo],
    )

  it('returns those that were taken long ago', async () => {
    await insert('active', 1, 60)
    await insert('active', 1, 0)
    await insert('completed', 1, 60)
    expect(await fixture.service.app.queue.longTaken(30)).toEqual([{ number: 1 }])
  })

  it('reads an index of its own instead of all messages of the last day', async () => {
    await insert('completed', 5_000, 60)
    await fixture.service.db.pool.query('analyze queue.job_common')
    const { rows } = await fixture.service.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${stalledMessagesQuery}`, [
      queuePriorities.map(queueNameOf),
      30,
    ])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('job_taken')
    expect(plan).not.toContain('Seq Scan on job_common')
  })
})
