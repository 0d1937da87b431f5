import { useOperation } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { FilterSelect } from '../ui/filter-select.tsx'
import type { TableState } from '../ui/table/table-state.ts'

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'connected', label: 'Connected' },
  { value: 'disconnected', label: 'Disconnected' },
  { value: 'suspended', label: 'Suspended' },
]

const attentions = [
  { value: '', label: 'Needs a look or not' },
  { value: 'updates', label: 'Updates waiting' },
  { value: 'sync_failed', label: 'Last sync failed' },
  { value: 'no_client', label: 'Without a client' },
]

/** Status, what wants a look, client, tag and versions; what is set stands in the address. */
export function SiteFilters({ state }: { state: TableState }) {
  const { filters, set } = state
  return (
    <>
      <FilterSelect label="Status" value={filters.status} options={statuses} onChange={(status) => set({ status })} />
      <FilterSelect
        label="Needs a look"
        value={filters.attention}
        options={attentions}
        onChange={(attention) => set({ attention })}
      />
      <NamedPicker noun="client" value={filters.client_id} onChange={(option) => set({ client_id: option?.value })} />
      <NamedPicker noun="tag" value={filters.tag_id} onChange={(option) => set({ tag_id: option?.value })} />
      <VersionFilters state={state} />
    </>
  )
}

/** The versions that are really there, with how many sites have each. */
function VersionFilters({ state: { filters, set } }: { state: TableState }) {
  const { data } = useOperation('list-site-choices', {})
  const options = (known: { version: string; sites: number }[] = [], any: string, chosen: string | undefined) => [
    { value: '', label: any },
    ...(chosen !== undefined && !known.some(({ version }) => version === chosen)
      ? [{ value: chosen, label: chosen }]
      : []),
    ...known
      .filter(({ version }) => version !== '')
      .map(({ version, sites }) => ({ value: version, label: `${version} (${sites.toLocaleString()})` })),
  ]
  return (
    <>
      <FilterSelect
        label="WordPress version"
        value={filters.wp_version}
        options={options(data?.wp_versions, 'Any WordPress', filters.wp_version)}
        onChange={(wp_version) => set({ wp_version })}
      />
      <FilterSelect
        label="PHP version"
        value={filters.php_version}
        options={options(data?.php_versions, 'Any PHP', filters.php_version)}
        onChange={(php_version) => set({ php_version })}
      />
    </>
  )
}
