import { z } from 'zod'
import { systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'

export const MoveEvent = z.enum([
  'export-script-created',
  'import-accepted',
  'sites-taken-over',
  'fleet-exported',
  'fleet-exported-with-keys',
])
export type MoveEvent = z.output<typeof MoveEvent>

/** The subject of the e-mail, and what the administrators should know. */
export const moveMails: Record<MoveEvent, { subject: string; text: string }> = {
  'export-script-created': {
    subject: 'An export script was created in Flotilla',
    text: 'The script copies all sites with their keys from another dashboard into a file that only this installation can open. If you did not expect this, delete the script under Move in.',
  },
  'import-accepted': {
    subject: 'Sites were imported into Flotilla',
    text: 'Sites, clients, tags and costs of another dashboard were imported together with the keys of the sites.',
  },
  'sites-taken-over': {
    subject: 'Flotilla is taking over sites',
    text: 'Flotilla renews the keys of these sites. The other dashboard can no longer manage a site once its key is renewed.',
  },
  'fleet-exported': {
    subject: 'All data was exported from Flotilla',
    text: 'The export contains sites, clients, costs, users and histories. It contains no keys of sites and no passwords.',
  },
  'fleet-exported-with-keys': {
    subject: 'All data was exported from Flotilla, with the keys of the sites',
    text: 'The keys of the sites are encrypted with the public key that was given with the export. The owner of that key can manage all sites. If this was not expected, disable the user and reconnect the sites.',
  },
}

/** Queues an e-mail to all administrators, with the change: it is sent if and only if the change is committed. */
export async function queueMoveMail(
  { queue, mail, clock, actor }: Pick<Context, 'queue' | 'mail' | 'clock' | 'actor'>,
  trx: Db,
  event: MoveEvent,
): Promise<void> {
  if (mail.missing !== null) return
  const input = { event, by: actor.name, address: actor.address, at: clock.now().toISOString() }
  await queue.later({ operation: 'send-move-mail', input, actor: systemActor('move') }, { within: trx })
}
