import type { Option } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { fleetTexts } from './fleet-texts.ts'
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
  ['websites', 'site', fleetTexts.sites, fleetTexts.addASite],
  ['clients', 'client', fleetTexts.allSitesOfClients, fleetTexts.addAClient],
  ['groups', 'tag', fleetTexts.allSitesWithTags, fleetTexts.addATag],
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
