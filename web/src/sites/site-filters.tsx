import { callList } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Picker } from '../ui/picker.tsx'
import type { TableState } from '../ui/table/table-state.ts'

const statuses = [
  ['', 'Any status'],
  ['connected', 'Connected'],
  ['disconnected', 'Disconnected'],
  ['suspended', 'Suspended'],
  ['available_update', 'Updates waiting'],
] as const

const found = 20

/** Status, client and tag; what is set stands in the address. */
export function SiteFilters({ state }: { state: TableState }) {
  const { filters, set } = state
  return (
    <>
      <select
        className="input"
        aria-label="Status"
        value={filters.status ?? ''}
        onChange={(event) => set({ status: event.target.value })}
      >
        {statuses.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <NamedPicker operation="list-clients" label="Client" any="Any client" field="client_id" state={state} />
      <NamedPicker operation="list-tags" label="Tag" any="Any tag" field="tag_id" state={state} />
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
