import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { emailsAreShared, needsOwnSites } from './client-errors.ts'
import { type ClientInput, toColumns } from './client-input.ts'
import { concernedSites } from './client-sites-store.ts'
import { insertClient, lockClient, updateClientRow } from './client-store.ts'
import { writeValues } from './custom-values.ts'
import { moveSites, planMoves, requireWithinLimits } from './site-moves.ts'

type Editing = Pick<Context, 'db' | 'actor' | 'clock'>

/** Adds a client with its sites and values, or nothing at all. Answers its id. */
export function createClient({ db, actor, clock }: Editing, written: ClientInput & { name: string }) {
  requireOwnSites(actor, written)
  requireOwnEmail(actor, written, null)
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const id = await insertClient(trx, {
      ...toColumns(written),
      name: written.name.trim(),
      created_at: now,
      updated_at: now,
    })
    await writeRest(trx, { id, status: 'active' }, written, actor, now)
    return id
  })
}

/** Changes what is given and nothing else. Edits of one client take turns, so the last writer of a field wins, per field. */
export function editClient({ db, actor, clock }: Editing, id: number, written: ClientInput): Promise<void> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const client = await lockClient(trx, id)
    // Nobody can give it a site while we hold it, so looking is enough.
    if (actor.limits) requireWithinLimits(id, await concernedSites(trx, { clientId: id, limits: actor.limits }))
    if (Object.values(written).every((value) => value === undefined)) return
    requireOwnEmail(actor, written, client.email)
    await updateClientRow(trx, id, { ...toColumns(written), updated_at: now })
    await writeRest(trx, client, written, actor, now)
  })
}

/** A limited key could not see what it made, nor could anybody tell whose it is. */
export function requireOwnSites({ limits }: Context['actor'], { selected_sites }: ClientInput): void {
  if (limits && !selected_sites?.length) throw needsOwnSites()
}

/** A limited key may clear an e-mail address or leave it, but not try which ones are taken. */
export function requireOwnEmail({ limits }: Context['actor'], written: ClientInput, current: string | null): void {
  const { email } = toColumns(written)
  if (limits && email && email.toLowerCase() !== current?.toLowerCase()) throw emailsAreShared()
}

async function writeRest(
  trx: Db,
  client: { id: number; status: 'active' | 'suspended' },
  { selected_sites, custom_fields }: ClientInput,
  { limits }: Context['actor'],
  now: Date,
): Promise<void> {
  if (custom_fields !== undefined) await writeValues(trx, client.id, custom_fields, { limits, now })
  if (selected_sites === undefined) return
  const moves = await planMoves(trx, client, selected_sites ?? [], limits, { lock: true })
  await moveSites(trx, client.id, moves, now)
}
