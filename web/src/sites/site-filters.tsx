import { callList } from '../api/call.ts'
import { useList, useOperation } from '../api/query.ts'
import { Picker } from '../ui/picker.tsx'
import type { TableState } from '../ui/table/table-state.ts'

const statuses = [
  ['', 'Any status'],
  ['connected', 'Connected'],
  ['disconnected', 'Disconnected'],
  ['suspended', 'Suspended'],
] as const

const attentions = [
  ['', 'Anything'],
  ['updates', 'Updates waiting'],
  ['sync_failed', 'Last sync failed'],
  ['no_client', 'Without a client'],
] as const

const found = 20

/** Status, what wants a look, client, tag and versions; what is set stands in the address. */
export function SiteFilters({ state }: { state: TableState }) {
  return (
    <>
      <Choice label="Status" field="status" options={statuses} state={state} />
      <Choice label="Needs a look" field="attention" options={attentions} state={state} />
      <NamedPicker operation="list-clients" label="Client" any="Any client" field="client_id" state={state} />
      <NamedPicker operation="list-tags" label="Tag" any="Any tag" field="tag_id" state={state} />
      <VersionChoices state={state} />
    </>
  )
}

function Choice({
  label,
  field,
  options,
  state: { filters, set },
}: {
  label: string
  field: string
  options: readonly (readonly [value: string, text: string])[]
  state: TableState
}) {
  return (
    <select
      className="input"
      aria-label={label}
      value={filters[field] ?? ''}
      onChange={(event) => set({ [field]: event.target.value })}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** The versions that are really there, with how many sites have each. */
function VersionChoices({ state }: { state: TableState }) {
  const { data } = useOperation('list-site-choices', {})
  const options = (kind: 'wp_versions' | 'php_versions', any: string, chosen: string | undefined) => {
    const known = data?.[kind].map(({ version, sites }) => [version, `${version} (${sites.toLocaleString()})`] as const)
    const missing = chosen !== undefined && !known?.some(([version]) => version === chosen)
    return [['', any] as const, ...(missing ? [[chosen, chosen] as const] : []), ...(known ?? [])]
  }
  const { wp_version, php_version } = state.filters
  return (
    <>
      <Choice
        label="WordPress version"
        field="wp_version"
        options={options('wp_versions', 'Any WordPress', wp_version)}
        state={state}
      />
      <Choice
        label="PHP version"
        field="php_version"
        options={options('php_versions', 'Any PHP', php_version)}
        state={state}
      />
    </>
  )
}

/** The address holds an id; its name is asked for. */
function NamedPicker({
  operation,
  label,
  any,
  field,
  state: { filters, set },
}: {
  operation: 'list-clients' | 'list-tags'
  label: string
  any: string
  field: string
  state: TableState
}) {
  const value = filters[field]
  const { data } = useList(operation, { include: [Number(value)] }, { enabled: value !== undefined })
  const name = data?.rows.find(({ id }) => String(id) === value)?.name
  return (
    <Picker
      label={label}
      placeholder={any}
      cacheKey={operation}
      chosen={value === undefined ? null : { value, label: name ?? `${label} ${value}` }}
      onChoose={(option) => set({ [field]: option?.value })}
      search={async (search) => {
        const { rows } = await callList(operation, { search, per_page: found, orderby: 'name' })
        return rows.map(({ id, name }) => ({ value: String(id), label: name }))
      }}
    />
  )
}
