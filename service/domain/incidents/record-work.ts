import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { type NewEvent, publishEvents } from '../events/index.ts'
import { type EntryKind, type HandlingChange, recordHandling } from './handling-store.ts'
import { describeIncidentDetail, type IncidentDetail, requireIncident } from './incident.ts'

interface Work {
  kind: EntryKind
  text: string
  changes?: HandlingChange
  event?: (siteId: number) => NewEvent
}

/** Stores what a user did, with its event in the same transaction. Returns the incident as it is now. */
export async function recordWork(
  context: Context,
  id: number,
  { kind, text, changes = {}, event }: Work,
): Promise<z.input<typeof IncidentDetail>> {
  const { site_id } = await requireIncident(context, id)
  const now = context.clock.now()
  await context.db.transaction().execute(async (trx) => {
    await recordHandling(trx, id, changes, { at: now, kind, user_name: context.actor.name, text })
    if (event) await publishEvents(trx, [event(site_id)], now)
  })
  return describeIncidentDetail(context, await requireIncident(context, id))
}
