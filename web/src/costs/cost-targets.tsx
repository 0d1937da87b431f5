import { findClients, findSites, findTags } from '../api/find.ts'
import { ChooseMany } from '../ui/choose-many.tsx'
import type { CostValues } from './cost-values.ts'

/** What the cost is for, in any mixture. */
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
      <ChooseMany
        name="sites"
        label="Sites"
        placeholder="Add a site"
        cacheKey="list-sites"
        chosen={values.sites}
        onChange={(sites) => onChange({ sites })}
        search={findSites}
      />
      <ChooseMany
        name="groups"
        label="Tags"
        hint="Every site that carries one of them."
        placeholder="Add a tag"
        cacheKey="list-tags"
        chosen={values.groups}
        onChange={(groups) => onChange({ groups })}
        search={findTags}
      />
      <ChooseMany
        name="clients"
        label="Clients"
        hint="The client and all its sites."
        placeholder="Add a client"
        cacheKey="list-clients"
        chosen={values.clients}
        onChange={(clients) => onChange({ clients })}
        search={findClients}
      />
    </fieldset>
  )
}
