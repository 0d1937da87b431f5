import { findClients, findSites, findTags } from '../api/find.ts'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import type { CostValues } from './cost-values.ts'
import { costsTexts } from './costs-texts.ts'

/** The sites, clients and tags that a cost is for. */
export function CostTargets({
  values,
  onChange,
}: {
  values: CostValues
  onChange: (change: Partial<CostValues>) => void
}) {
  return (
    <fieldset className="plain-fieldset stack">
      <legend>
        <strong>{costsTexts.for}</strong> <span className="soft">{costsTexts.atLeastOne}</span>
      </legend>
      <MultiPicker
        name="sites"
        label={costsTexts.sites}
        placeholder={costsTexts.addASite}
        cacheKey="list-sites"
        selected={values.sites}
        onChange={(sites) => onChange({ sites })}
        search={findSites}
      />
      <MultiPicker
        name="groups"
        label={costsTexts.tags}
        hint={costsTexts.everySiteThatCarries}
        placeholder={costsTexts.addATag}
        cacheKey="list-tags"
        selected={values.groups}
        onChange={(groups) => onChange({ groups })}
        search={findTags}
      />
      <MultiPicker
        name="clients"
        label={costsTexts.clients}
        hint={costsTexts.theClientAndAll}
        placeholder={costsTexts.addAClient}
        cacheKey="list-clients"
        selected={values.clients}
        onChange={(clients) => onChange({ clients })}
        search={findClients}
      />
    </fieldset>
  )
}
