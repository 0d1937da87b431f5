import { useState } from 'react'
import { useAppShell } from '../api/app-shell.ts'
import { type Option, SelectField } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { fleetTexts } from './fleet-texts.ts'
import { findNamed, NamedPicker } from './named-picker.tsx'
import type { SiteChoice } from './site-choice.ts'

type Where = 'tag' | 'client' | 'view' | 'sites' | 'all'

/** Selects the sites of a plan: by tag, client or view, by name, or all. `onChange` receives null while nothing is selected. */
export function SiteChoiceField({ label, onChange }: { label: string; onChange: (choice: SiteChoice | null) => void }) {
  const views = useAppShell().data?.views ?? []
  const [where, setWhere] = useState<Where>('tag')
  const [id, setId] = useState<string>()
  const [sites, setSites] = useState<Option[]>([])
  const selectId = (value: string | undefined) => {
    setId(value)
    onChange(choiceBy(where, value))
  }
  return (
    <>
      <SelectField
        name="where"
        label={label}
        value={where}
        onChange={(value) => {
          setWhere(value as Where)
          setId(undefined)
          setSites([])
          onChange(value === 'all' ? { all_sites: true } : null)
        }}
        options={[
          { value: 'tag', label: fleetTexts.sitesWithTag },
          { value: 'client', label: fleetTexts.sitesOfClient },
          ...(views.length > 0 ? [{ value: 'view', label: fleetTexts.sitesOfView }] : []),
          { value: 'sites', label: fleetTexts.namedSites },
          { value: 'all', label: fleetTexts.allSites },
        ]}
      />
      {(where === 'tag' || where === 'client') && (
        <div className="field">
          <span className="label">{where === 'tag' ? fleetTexts.tag : fleetTexts.client}</span>
          <NamedPicker
            key={where}
            noun={where}
            value={id}
            any={fleetTexts.chooseOne}
            onChange={(option) => selectId(option?.value)}
          />
        </div>
      )}
      {where === 'view' && (
        <SelectField
          name="view"
          label={fleetTexts.view}
          value={id ?? ''}
          onChange={(value) => selectId(value || undefined)}
          options={[
            { value: '', label: fleetTexts.chooseOne },
            ...views.map((view) => ({ value: String(view.id), label: view.name })),
          ]}
        />
      )}
      {where === 'sites' && (
        <MultiPicker
          name="sites"
          label={fleetTexts.sites}
          placeholder={fleetTexts.addASite}
          cacheKey="site"
          selected={sites}
          onChange={(selected) => {
            setSites(selected)
            onChange(selected.length === 0 ? null : { site_ids_or_domains: selected.map(({ value }) => Number(value)) })
          }}
          search={(text) => findNamed('site', text)}
        />
      )}
    </>
  )
}

function choiceBy(where: Where, id: string | undefined): SiteChoice | null {
  if (id === undefined) return null
  if (where === 'view') return { view_id: Number(id) }
  return { filter: where === 'tag' ? { tag_ids: [Number(id)] } : { client_id: Number(id) } }
}
