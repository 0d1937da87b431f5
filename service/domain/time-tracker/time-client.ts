import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { TimeClientRow } from './client-list-store.ts'
import { TimeTotals } from './task.ts'
import { everyTask, sumTasks } from './task-list-store.ts'
import { toTotals } from './totals.ts'

/** A client and the totals of its work, overall or in a period. */
export const TimeClient = z.object({
  id: z.int(),
  name: z.string(),
  client_email: z.string(),
  totals: TimeTotals,
})
export type TimeClient = z.output<typeof TimeClient>

export interface PeriodInput {
  start_date?: string | null | undefined
  end_date?: string | null | undefined
}

/** Adds the totals of the work that the caller may see. */
export async function toTimeClients(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  clients: readonly TimeClientRow[],
  { start_date, end_date }: PeriodInput,
): Promise<TimeClient[]> {
  if (clients.length === 0) return []
  const filter = {
    ...everyTask(actor.limits),
    clientIds: clients.map(({ id }) => id),
    startDate: start_date || undefined,
    endDate: end_date || undefined,
  }
  const sums = Map.groupBy(await sumTasks(db, filter, clock.now()), ({ client_id }) => client_id)
  return clients.map(({ id, name, email }) => ({
    id,
    name,
    client_email: email ?? '',
    totals: toTotals(sums.get(id) ?? []),
  }))
}
