import type { Option } from '../ui/form/fields.tsx'
import { apiTexts } from './api-texts.ts'
import { callList } from './call.ts'
import { useList } from './query.ts'

/** Search functions for Picker and MultiPicker, and the names of items known only by id. */

const shown = 20
const max = 100

interface Named {
  id: number
  name: string
  url?: string
}

const asOption = ({ id, name, url }: Named): Option => ({
  value: String(id),
  label: name || url || apiTexts.numberId({ id }),
})

export const findClients = async (search: string): Promise<Option[]> =>
  (await callList('list-clients', { search, per_page: shown, orderby: 'name' })).rows.map(asOption)

export const findSites = async (search: string): Promise<Option[]> =>
  (await callList('list-sites', { search, per_page: shown, orderby: 'name' })).rows.map(asOption)

export const findTags = async (search: string): Promise<Option[]> =>
  (await callList('list-tags', { search, per_page: shown, orderby: 'name' })).rows.map(asOption)

/** Names in the order of the ids; undefined while loading. What cannot be read has its number. */
export function useNamed(
  operation: 'list-clients' | 'list-sites' | 'list-tags',
  ids: readonly number[],
): Option[] | undefined {
  const { data, error, isPlaceholderData } = useList(
    operation,
    { include: [...ids], per_page: max },
    { enabled: ids.length > 0 },
  )
  if (ids.length === 0) return []
  if ((!data && !error) || isPlaceholderData) return undefined
  const rows = new Map<number, Named>(data?.rows.map((row) => [row.id, row]))
  return ids.map((id) => asOption(rows.get(id) ?? { id, name: '' }))
}
