import { callList } from '../api/call.ts'
import type { Option } from '../ui/form/fields.tsx'
import { clientsTexts } from './clients-texts.ts'

/** A site for a Picker, with the client that would lose it. */
export interface OwnedSite extends Option {
  client: { id: number; name: string } | null
}

const shown = 20

/** Sites by name or address, without those of this client. */
export async function findOwnedSites(search: string, clientId?: number): Promise<OwnedSite[]> {
  const { rows } = await callList('list-sites-table', { search, per_page: shown, orderby: 'name' })
  return rows
    .filter(({ client }) => client === null || client.id !== clientId)
    .map(({ id, name, url, client }) => ({
      value: String(id),
      label: name || url,
      ...(client && { remark: clientsTexts.siteOf({ client: client.name }) }),
      client,
    }))
}
