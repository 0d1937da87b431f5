import { toFieldName } from '../../operation/table-input.ts'
import { writeCsvPages } from '../../platform/csv.ts'
import type { ExportedClient } from './client-export-store.ts'
import { ClientInput } from './client-input.ts'

/** What an import reads: a client's number, if it is to be changed, and the fields of add-client. */
export const clientColumns = ['id', ...Object.keys(ClientInput.shape).filter((field) => field !== 'custom_fields')]

/** A column for each custom field stands behind them, under this mark. */
const customMark = 'field: '

export const titleOfCustom = (name: string) => `${customMark}${name}`

/** The name of the custom field that a column is for. */
export const customNameIn = (title: string): string | null =>
  title.toLowerCase().startsWith(customMark.trim()) ? title.slice(customMark.trim().length).trim() : null

/** Custom columns keep their mark, so that none is taken for another column. */
export function fieldOfColumn(title: string): string | undefined {
  const custom = customNameIn(title)
  if (custom) return titleOfCustom(custom)
  const name = toFieldName(title)
  return clientColumns.includes(name) ? name : undefined
}

export function writeClientTable(
  pages: AsyncIterable<readonly ExportedClient[]>,
  customFields: readonly string[],
): AsyncGenerator<string> {
  return writeCsvPages([...clientColumns, ...customFields.map(titleOfCustom)], pages, (client) => {
    const cells = cellsOf(client)
    return [
      ...clientColumns.map((column) => cells[column] ?? ''),
      ...customFields.map((name) => client.custom_fields[name] ?? ''),
    ]
  })
}

const cellsOf = (client: ExportedClient): Record<string, string | null> => ({
  id: String(client.id),
  name: client.name,
  client_email: client.email,
  client_phone: client.phone,
  address_1: client.address_1,
  address_2: client.address_2,
  city: client.city,
  state: client.state,
  zip: client.zip,
  country: client.country,
  note: client.note,
  client_facebook: client.facebook,
  client_twitter: client.twitter,
  client_instagram: client.instagram,
  client_linkedin: client.linkedin,
  selected_sites: client.site_urls.join('; '),
})
