import type { Noun } from '../fleet/named-picker.tsx'
import { NamesField } from '../fleet/names-field.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { accessTexts } from './access-texts.ts'
import type { LimitIds } from './limit-labels.ts'

/** The selected ids of each kind. `all`: no limits, whatever is selected. */
export interface Limits extends Record<Noun, readonly number[]> {
  all: boolean
}

const kinds = [
  { noun: 'client', field: 'client_ids', label: accessTexts.limitClients, add: accessTexts.addClient },
  { noun: 'tag', field: 'tag_ids', label: accessTexts.limitTags, add: accessTexts.addTag },
  { noun: 'site', field: 'site_ids', label: accessTexts.limitSites, add: accessTexts.addSite },
] as const

export const limitFieldNames = kinds.map(({ field }) => field)

export const readLimits = (row: Partial<LimitIds> | null): Limits => {
  const { site_ids = null, tag_ids = null, client_ids = null } = row ?? {}
  return {
    all: site_ids === null && tag_ids === null && client_ids === null,
    site: site_ids ?? [],
    tag: tag_ids ?? [],
    client: client_ids ?? [],
  }
}

/** Limits without a selection. */
export const isIncomplete = ({ all, site, tag, client }: Limits): boolean =>
  !all && site.length + tag.length + client.length === 0

/** With limits but nothing selected, the list of sites is empty, which the service refuses: it must not mean all sites. */
export const limitInput = (limits: Limits) => {
  const { all, site, tag, client } = limits
  const list = (ids: readonly number[]) => (all || ids.length === 0 ? null : [...ids])
  return { site_ids: isIncomplete(limits) ? [] : list(site), tag_ids: list(tag), client_ids: list(client) }
}

/** Selects all sites, or the clients, tags and sites that a user or a key is limited to. */
export function LimitFields({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  return (
    <>
      <SelectField
        name="limits"
        label={accessTexts.whichSites}
        value={limits.all ? 'all' : 'some'}
        onChange={(value) => onChange({ ...limits, all: value === 'all' })}
        options={[
          { value: 'all', label: accessTexts.allSites },
          { value: 'some', label: accessTexts.someSites },
        ]}
        {...(!limits.all && { hint: accessTexts.limitsHint })}
      />
      {!limits.all &&
        kinds.map(({ noun, field, label, add }) => (
          <NamesField
            key={noun}
            {...{ noun, field, label, add }}
            ids={limits[noun]}
            onChange={(ids) => onChange({ ...limits, [noun]: ids })}
          />
        ))}
    </>
  )
}
