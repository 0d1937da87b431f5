import { findClients, findSites, findTags } from '../api/find.ts'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import type { CostValues } from './cost-values.ts'

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
        <strong>For</strong> <span className="soft">at least one</span>
      </legend>
      <MultiPicker
        name="sites"
        label="Sites"
        placeholder="Add a site"
        cacheKey="list-sites"
        selected={values.sites}
        onChange={(sites) => onChange({ sites })}
        search={findSites}
      />
      <MultiPicker
        name="groups"
        label="Tags"
        hint="Every site that carries one of them."
        placeholder="Add a tag"
        cacheKey="list-tags"
        selected={values.groups}
        onChange={(groups) => onChange({ groups })}
        search={findTags}
      />
      <MultiPicker
        name="clients"
        label="Clients"
        hint="The client and all its sites."
        placeholder="Add a client"
        cacheKey="list-clients"
        selected={values.clients}
        onChange={(clients) => onChange({ clients })}
        search={findClients}
      />
    </fieldset>
  )
}
