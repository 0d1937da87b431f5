import { isoTime } from '../../operation/shapes.ts'
import type { ClientBrief, ClientDetail } from './client.ts'
import type { ListedClient } from './client-list-store.ts'
import type { ClientRow } from './client-store.ts'

export const toBrief = ({ id, name, email, phone, status, sites_count, created_at }: ListedClient): ClientBrief => ({
  id,
  name,
  email,
  phone,
  status,
  sites_count,
  created_at: isoTime(created_at)!,
})

export const toDetail = (row: ClientRow): ClientDetail => ({
  ...toBrief(row),
  address_1: row.address_1,
  address_2: row.address_2,
  city: row.city,
  state: row.state,
  zip: row.zip,
  country: row.country,
  note: row.note,
  facebook: row.facebook,
  twitter: row.twitter,
  instagram: row.instagram,
  linkedin: row.linkedin,
  custom_fields: row.custom_fields,
  updated_at: isoTime(row.updated_at)!,
})

/** What clients of the established product look for in a record. */
export const compatRecord = ({ status, created_at }: Pick<ClientBrief, 'status' | 'created_at'>) => ({
  suspended: status === 'suspended' ? 1 : 0,
  created: created_at,
})
