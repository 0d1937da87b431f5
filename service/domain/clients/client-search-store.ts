import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { ClientRow } from './client-store.ts'

export type FoundClient = Pick<ClientRow, 'id' | 'name' | 'email' | 'status'>

const visible = (a?: number, b?: number) =>
  `id in (select client_id from sites where ${visibleSitesSql('sites', a!, b!)})`

/** Clients for somebody who types: those whose name begins so come first. */
export function findClientsBySearch(
  db: Database,
  words: string,
  limits: Limits | null,
  most: number,
): Promise<FoundClient[]> {
  const wanted = words.toLowerCase()
  const conditions = new Conditions()
  conditions.add('q', (at) => `(lower(name) || ' ' || lower(coalesce(email, ''))) like $${at}`, containing(wanted))
  if (limits) conditions.add('l', visible, ...limitValues(limits))
  const { letters, sql, values } = conditions
  const at = values.length
  return db.fetch(
    statement<FoundClient>(
      `find-clients-${letters}`,
      `select id, name, email, status from clients where ${sql}
       order by not starts_with(lower(name), $${at + 1}), lower(name), id limit $${at + 2}`,
    ),
    [...values, wanted, most],
  )
}

const any = statement<{ known: boolean }>('any-client', 'select exists (select from clients) as known')
export const hasClients = async (db: Database): Promise<boolean> => (await db.fetch(any))[0]!.known
