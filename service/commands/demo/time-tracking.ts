import { randomFrom } from '../../../simulator/index.ts'
import type { Actor } from '../../operation/actor.ts'
import type { Customers } from './customers.ts'
import type { DemoContext } from './demo-context.ts'

const buckets = [
  { title: 'Care plan Premium', hours: 10, hourly_price: 85, recurrence: 'monthly', clients: [0, 2, 6] },
  { title: 'Care plan Basic', hours: 3, hourly_price: 95, recurrence: 'monthly', clients: [1, 3, 4] },
  { title: 'Relaunch 2026', hours: 60, hourly_price: 110, recurrence: 'none', clients: [5] },
] as const

const work = [
  'Monthly updates and checks',
  'Contact form does not send',
  'New landing page',
  'Slow start page: images made smaller',
  'Restore a deleted page',
  'Cookie banner adjusted',
  'Checkout: tax for another country',
  'Editor trained by video call',
  'Menu rebuilt for phones',
  'Spam accounts removed',
] as const

/** A month of tasks: most are completed, the oldest are paid, some are open. */
export async function trackTime(
  { run, clock, sites }: DemoContext,
  { clients }: Customers,
  worker: Actor,
): Promise<number> {
  const random = randomFrom('demo', 'time')
  const bucketOf = new Map<number, number>()
  for (const { clients: indexes, ...bucket } of buckets) {
    const owners = indexes.flatMap((index) => clients[index] ?? [])
    const input = { ...bucket, start_date: clock.dayAgo(75), clients: owners }
    const { id } = await run<{ id: number }>('add-time-bucket', input, worker)
    for (const owner of owners) bucketOf.set(owner, id)
  }
  const count = 26
  for (let number = 0; number < count; number++) {
    const clientIndex = number % clients.length
    const client = clients[clientIndex] ?? 0
    const daysAgo = 31 - Math.floor((number * 31) / count)
    const isOpen = number >= count - 3
    const own = sites.filter((_, index) => index % clients.length === clientIndex).slice(0, 1)
    await run(
      'add-time-task',
      {
        title: work[number % work.length],
        client,
        sites: own.map(({ id }) => id),
        bucket_id: bucketOf.get(client) ?? null,
        ...(!bucketOf.has(client) && { hourly_price: 95 }),
        date: clock.dayAgo(daysAgo),
        time: `${String(random.between(8, 17)).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}`,
        duration: isOpen ? 0 : random.between(2, 22) * 450,
        task_status: isOpen ? random.pick(['pending', 'in_progress', 'on_hold']) : 'completed',
        payment_status: isOpen || daysAgo < 10 ? 'unbilled' : daysAgo < 20 ? 'sent' : 'paid',
      },
      worker,
    )
  }
  return count
}
