import { isoTime } from '../../operation/shapes.ts'
import type { ClientBrief, ClientDetail } from './client.ts'
import type { ClientRow, ListedClient, ListedClientDetail } from './client-store.ts'

export const toClientBrief = ({
  id,
  name,
  email,
  phone,
  status,
  sites_count,
  created_at,
}: ListedClient): ClientBrief => ({
  id,
  name,
  email: email ?? '',
  phone,
  status,
  sites_count,
  created_at: isoTime(created_at),
})

export const toListedClient = (row: ListedClientDetail) => ({
  ...toClientBrief(row),
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
  contacts: row.contacts,
})

export const toClientDetail = (row: ClientRow): ClientDetail => ({
  ...toListedClient(row),
  custom_fields: row.custom_fields,
  updated_at: isoTime(row.updated_at),
})

/** REST returns client_email and client_phone, as in the input; abilities return email and phone. */

const toRestNames = <Client extends ClientBrief>({ email, phone, ...client }: Client) => ({
  ...client,
  client_email: email,
  client_phone: phone,
  suspended: client.status === 'suspended' ? 1 : 0,
  created: client.created_at,
})

export const showClient = ({ facebook, twitter, instagram, linkedin, ...client }: ClientDetail) => ({
  ...toRestNames(client),
  client_facebook: facebook,
  client_twitter: twitter,
  client_instagram: instagram,
  client_linkedin: linkedin,
})

export const showClients = ({ items }: { items: ClientBrief[] }) => items.map(toRestNames)

export const showSiteClient = ({ client }: { client: { email: string } | null }) => {
  if (client === null) return null
  const { email, ...rest } = client
  return { ...rest, client_email: email }
}
