import type { TableState } from '../ui/table/table-state.ts'
import { NamedPicker } from './named-picker.tsx'

/** The filters that say which sites are asked; `all` is the wish to ask a large fleet as a whole. */
export const scopeFilters = ['site_id', 'client_id', 'tag_id', 'all'] as const

/** What is set in the address, as the operations that ask sites want it. */
export const scopeOf = ({ filters }: TableState) => ({
  ...(filters.site_id && { websites: [Number(filters.site_id)] }),
  ...(filters.client_id && { clients: [Number(filters.client_id)] }),
  ...(filters.tag_id && { groups: [Number(filters.tag_id)] }),
})

export const hasScope = (state: TableState) => Object.keys(scopeOf(state)).length > 0

export const noScope = { site_id: '', client_id: '', tag_id: '', all: '' }

/** Site, client and tag, each in the address. */
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
