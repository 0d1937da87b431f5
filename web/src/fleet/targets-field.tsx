import type { Option } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { findNamed } from './named-picker.tsx'

export interface Targets {
  websites: readonly Option[]
  clients: readonly Option[]
  groups: readonly Option[]
}

export const noTargets: Targets = { websites: [], clients: [], groups: [] }

export const hasTargets = ({ websites, clients, groups }: Targets) =>
  websites.length + clients.length + groups.length > 0

const numbers = (options: readonly Option[]) => options.map(({ value }) => Number(value))

/** As input for operations that change several sites. */
export const targetsOf = ({ websites, clients, groups }: Targets) => ({
  websites: numbers(websites),
  clients: numbers(clients),
  groups: numbers(groups),
})

const kinds = [
  ['websites', 'site', 'Sites', 'Add a site'],
  ['clients', 'client', 'All sites of clients', 'Add a client'],
  ['groups', 'tag', 'All sites with tags', 'Add a tag'],
] as const

/** Selects sites by name, client or tag. The service resolves clients and tags. */
export function TargetsField({ targets, onChange }: { targets: Targets; onChange: (targets: Targets) => void }) {
  return (
    <div className="grid-3">
      {kinds.map(([field, noun, label, placeholder]) => (
        <MultiPicker
          key={field}
          name={field}
          label={label}
          placeholder={placeholder}
          cacheKey={noun}
          selected={targets[field]}
          onChange={(selected) => onChange({ ...targets, [field]: selected })}
          search={(text) => findNamed(noun, text)}
        />
      ))}
    </div>
  )
}
