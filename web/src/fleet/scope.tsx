import type { TableState } from '../ui/table/table-state.ts'
import { NamedPicker } from './named-picker.tsx'

/** URL filters for the sites to query; `all` confirms querying a large fleet. */
export const scopeFilters = ['site_id', 'client_id', 'tag_id', 'all'] as const

/** The scope in the URL, as input for operations that query sites. */
export const scopeOf = ({ filters }: TableState) => ({
  ...(filters.site_id && { websites: [Number(filters.site_id)] }),
  ...(filters.client_id && { clients: [Number(filters.client_id)] }),
  ...(filters.tag_id && { groups: [Number(filters.tag_id)] }),
})

export const hasScope = (state: TableState) => Object.keys(scopeOf(state)).length > 0

export const noScope = { site_id: '', client_id: '', tag_id: '', all: '' }

export function ScopeFilters({ state: { filters, set } }: { state: TableState }) {
  return (
    <>
      {(['site', 'client', 'tag'] as const).map((noun) => (
        <NamedPicker
          key={noun}
          noun={noun}
          value={filters[`${noun}_id`]}
          onChange={(option) => set({ [`${noun}_id`]: option?.value })}
        />
      ))}
    </>
  )
}
