import { findNamed, type Noun } from '../fleet/named-picker.tsx'
import type { Option } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { accessTexts } from './access-texts.ts'

export type Limits = Record<Noun, Option[]>
type LimitIds = Record<'site_ids' | 'tag_ids' | 'client_ids', readonly number[] | null>

const kinds = [
  { noun: 'client', field: 'client_ids', label: accessTexts.limitClients, all: accessTexts.allClients },
  { noun: 'tag', field: 'tag_ids', label: accessTexts.limitTags, all: accessTexts.allTags },
  { noun: 'site', field: 'site_ids', label: accessTexts.limitSites, all: accessTexts.allSites },
] as const

export const limitFieldNames = kinds.map(({ field }) => field)

const optionsOf = (noun: string, ids: readonly number[] | null | undefined): Option[] =>
  (ids ?? []).map((id) => ({ value: String(id), label: `${noun} ${id}` }))

export const readLimits = (row: LimitIds | null): Limits => ({
  site: optionsOf('Site', row?.site_ids),
  tag: optionsOf('Tag', row?.tag_ids),
  client: optionsOf('Client', row?.client_ids),
})

const idsOrAll = (options: readonly Option[]) =>
  options.length === 0 ? null : options.map(({ value }) => Number(value))

export const limitInput = ({ site, tag, client }: Limits) => ({
  site_ids: idsOrAll(site),
  tag_ids: idsOrAll(tag),
  client_ids: idsOrAll(client),
})

/** Selects the clients, tags and sites that a user or a key is limited to. */
export function LimitFields({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  return (
    <>
      {kinds.map(({ noun, field, label, all }) => (
        <MultiPicker
          key={noun}
          name={field}
          label={label}
          placeholder={all}
          cacheKey={`limit-${noun}`}
          selected={limits[noun]}
          onChange={(selected) => onChange({ ...limits, [noun]: selected })}
          search={(text) => findNamed(noun, text)}
        />
      ))}
      <p className="soft small">{accessTexts.limitsHint}</p>
    </>
  )
}
