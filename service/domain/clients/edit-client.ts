import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { emailsAreShared, needsOwnSites } from './client-errors.ts'
import { type ClientInput, toClientColumns } from './client-input.ts'
import { listConcernedSites } from './client-sites-store.ts'
import { insertClient, insertClients, lockClient, updateClientRow } from './client-store.ts'
import { type NewContact, readContacts } from './contact-input.ts'
import { deleteContacts, insertContacts, listContactIds } from './contact-store.ts'
import { writeValues } from './custom-values.ts'
import { moveSites, planMoves, requireClientWithinLimits } from './site-moves.ts'

type EditContext = Pick<Context, 'db' | 'actor' | 'clock'>

/** Adds a client with its sites and custom fields in one transaction. Returns its id. */
export function createClient({ db, actor, clock }: EditContext, input: ClientInput & { name: string }) {
  requireOwnSites(actor, input)
  requireOwnEmail(actor, input, null)
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const id = await insertClient(trx, {
      ...toClientColumns(input),
      name: input.name.trim(),
      created_at: now,
      updated_at: now,
    })
    await writeSitesAndValues(trx, { id, status: 'active' }, input, actor, now)
    return id
  })
}

/** Adds clients without sites and custom fields. The id of each; null: its e-mail address is taken. */
export function createClients(
  { db, clock }: Pick<EditContext, 'db' | 'clock'>,
  inputs: readonly (ClientInput & { name: string })[],
): Promise<(number | null)[]> {
  const now = clock.now()
  const rows = inputs.map((input) => ({
    ...toClientColumns(input),
    name: input.name.trim(),
    created_at: now,
    updated_at: now,
  }))
  return insertClients(db, rows)
}

/** Changes only the given fields. Edits of one client wait for each other, and the last write of a field wins. */
export function editClient({ db, actor, clock }: EditContext, id: number, input: ClientInput): Promise<void> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const client = await lockClient(trx, id)
    // The locked client gets no new sites, so its sites need no lock.
    if (actor.limits)
      requireClientWithinLimits(id, await listConcernedSites(trx, { clientId: id, limits: actor.limits }))
    if (Object.values(input).every((value) => value === undefined)) return
    requireOwnEmail(actor, input, client.email)
    await updateClientRow(trx, id, { ...toClientColumns(input), updated_at: now })
    await writeSitesAndValues(trx, client, input, actor, now)
  })
}

/** Without sites of its limits the key could not see the client it added. */
export function requireOwnSites({ limits }: Context['actor'], { selected_sites }: ClientInput): void {
  if (limits && !selected_sites?.length) throw needsOwnSites()
}

/** A limited key may keep or clear an e-mail address, but not test which ones are taken. */
export function requireOwnEmail({ limits }: Context['actor'], input: ClientInput, current: string | null): void {
  const { email } = toClientColumns(input)
  if (limits && email && email.toLowerCase() !== current?.toLowerCase()) throw emailsAreShared()
}

/** Replaces the contacts of a locked client. */
async function writeContacts(trx: Db, clientId: number, contacts: readonly NewContact[]): Promise<void> {
  const known = await listContactIds(trx, clientId)
  const unknown = contacts.find(({ id }) => id !== undefined && !known.includes(id))
  if (unknown) throw invalidInput({ contacts: `must not have the id ${unknown.id}: the client has no such contact` })
  await deleteContacts(trx, clientId)
  await insertContacts(
    trx,
    contacts.map((contact, position) => ({ ...contact, clientId, position })),
  )
}

async function writeSitesAndValues(
  trx: Db,
  client: { id: number; status: 'active' | 'suspended' },
  { selected_sites, contacts, custom_fields }: ClientInput,
  { limits }: Context['actor'],
  now: Date,
): Promise<void> {
  if (contacts !== undefined) await writeContacts(trx, client.id, readContacts(contacts))
  if (custom_fields !== undefined) await writeValues(trx, client.id, custom_fields, { limits, now })
  if (selected_sites === undefined) return
  const moves = await planMoves(trx, client, selected_sites ?? [], limits, { lock: true })
  await moveSites(trx, client.id, moves, now)
}
