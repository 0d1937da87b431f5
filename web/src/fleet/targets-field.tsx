import { ChooseMany } from '../ui/choose-many.tsx'
import type { Option } from '../ui/fields.tsx'
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

/** As the operations that change things on several sites want it. */
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

/** Says on which sites something is to be done: by name, by client, by tag. The service works out which those are. */
export function TargetsField({ targets, onChange }: { targets: Targets; onChange: (targets: Targets) => void }) {
  return (
    <div className="grid-3">
      {kinds.map(([field, noun, label, placeholder]) => (
        <ChooseMany
          key={field}
          name={field}
          label={label}
          placeholder={placeholder}
          cacheKey={noun}
          chosen={targets[field]}
          onChange={(chosen) => onChange({ ...targets, [field]: chosen })}
          search={(text) => findNamed(noun, text)}
        />
      ))}
    </div>
  )
}
