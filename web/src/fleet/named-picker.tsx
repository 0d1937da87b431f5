import { callList } from '../api/call.ts'
import { useList } from '../api/query.ts'
import type { Option } from '../ui/form/fields.tsx'
import { Picker } from '../ui/form/picker.tsx'
import { fleetTexts } from './fleet-texts.ts'

export type Noun = 'site' | 'client' | 'tag'

const nouns = {
  site: { operation: 'list-sites-table', label: fleetTexts.site, any: fleetTexts.anySite },
  client: { operation: 'list-clients', label: fleetTexts.client, any: fleetTexts.anyClient },
  tag: { operation: 'list-tags', label: fleetTexts.tag, any: fleetTexts.anyTag },
} as const

const found = 20

/** Finds sites, clients or tags by text. */
export async function findNamed(noun: Noun, search: string): Promise<Option[]> {
  const { rows } = await callList(nouns[noun].operation, { search, per_page: found, orderby: 'name' })
  return rows.map(({ id, name, ...rest }) => ({ value: String(id), label: name || ('url' in rest ? rest.url : '') }))
}

const namesAtOnce = 100

/** Looks up names by id. An id without a row is deleted. */
export function useNames(noun: Noun, ids: readonly number[]): (id: number) => string {
  const { operation, label } = nouns[noun]
  const asked = ids.slice(0, namesAtOnce)
  const { data } = useList(operation, { include: [...asked], per_page: namesAtOnce }, { enabled: ids.length > 0 })
  return (id) => {
    const row = data?.rows.find((each) => each.id === id)
    if (row) return row.name || ('url' in row ? row.url : `${label} ${id}`)
    return data && asked.includes(id) ? `${label} ${id} (deleted)` : `${label} ${id}`
  }
}

/** Selects one site, client or tag. The URL contains its id; its name is looked up. */
export function NamedPicker({
  noun,
  value,
  onChange,
  any = nouns[noun].any,
}: {
  noun: Noun
  value: string | undefined
  onChange: (option: Option | null) => void
  any?: string
}) {
  const { operation, label } = nouns[noun]
  const id = Number(value)
  const { data } = useList(operation, { include: [id] }, { enabled: value !== undefined && Number.isInteger(id) })
  const name = data?.rows.find((row) => row.id === id)?.name
  return (
    <Picker
      label={label}
      placeholder={any}
      cacheKey={operation}
      selected={value === undefined ? null : { value, label: name || `${label} ${value}` }}
      onSelect={onChange}
      search={(text) => findNamed(noun, text)}
    />
  )
}
