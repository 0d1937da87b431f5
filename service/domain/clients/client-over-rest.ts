import type { ClientBrief, ClientDetail } from './client.ts'
import { compatRecord } from './describe-client.ts'

/** REST calls some fields otherwise than abilities do: what is written as client_email is read as client_email. */

const rename = <Client extends ClientBrief>({ email, phone, ...client }: Client) => ({
  ...client,
  client_email: email,
  client_phone: phone,
  ...compatRecord(client),
})

export const showClient = ({ facebook, twitter, instagram, linkedin, ...client }: ClientDetail) => ({
  ...rename(client),
  client_facebook: facebook,
  client_twitter: twitter,
  client_instagram: instagram,
  client_linkedin: linkedin,
})

export const showClients = ({ items }: { items: ClientBrief[] }) => items.map(rename)

export const showSiteClient = ({ client }: { client: { email: string | null } | null }) => {
  if (client === null) return null
  const { email, ...rest } = client
  return { ...rest, client_email: email }
}
