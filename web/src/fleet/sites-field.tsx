import { useRef, useState } from 'react'
import { callList } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { IconX } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { fleetTexts } from './fleet-texts.ts'
import { NamedPicker } from './named-picker.tsx'

export interface SelectedSite {
  id: number
  name: string
}

// The browser calls one site after another, so the number must stay small enough to wait for.
const max = 100

/** Selects several sites: one by one, or all of a client or tag. */
export function SitesField({
  sites,
  onChange,
}: {
  sites: readonly SelectedSite[]
  onChange: (sites: SelectedSite[]) => void
}) {
  const [warning, setWarning] = useState<string | null>(null)
  // Sites can be added while those of a client or tag are read.
  const latest = useRef(sites)
  latest.current = sites
  const add = (more: readonly SelectedSite[]) => {
    const known = new Set(latest.current.map(({ id }) => id))
    onChange([...latest.current, ...more.filter(({ id }) => !known.has(id))].slice(0, max))
  }
  const addAll = async (input: { tag_ids?: number[]; client_id?: number }, groupName: string) => {
    try {
      const { rows, total } = await callList('list-sites-table', { ...input, status: 'connected', per_page: max })
      setWarning(total > max ? fleetTexts.groupnameHasTotalSites({ groupName, total, max }) : null)
      add(rows.map(({ id, name, url }) => ({ id, name: name || url })))
    } catch (error) {
      setWarning(asProblem(error).message)
    }
  }
  return (
    <div className="stack">
      <div className="line">
        <NamedPicker
          noun="site"
          value={undefined}
          any={fleetTexts.addASite}
          onChange={(option) => option && add([{ id: Number(option.value), name: option.label }])}
        />
        <NamedPicker
          noun="client"
          value={undefined}
          any={fleetTexts.allOfAClient}
          onChange={(option) => option && void addAll({ client_id: Number(option.value) }, option.label)}
        />
        <NamedPicker
          noun="tag"
          value={undefined}
          any={fleetTexts.allWithATag}
          onChange={(option) => option && void addAll({ tag_ids: [Number(option.value)] }, option.label)}
        />
        {sites.length > 1 && (
          <Button small tone="quiet" onClick={() => onChange([])}>
            {fleetTexts.clearAllCount({ count: sites.length })}
          </Button>
        )}
      </div>
      {warning && <Notice tone="warn">{warning}</Notice>}
      {sites.length > 0 && (
        <ul className="line" aria-label={fleetTexts.chosenSites}>
          {sites.map(({ id, name }) => (
            <li key={id} className="tag">
              {name}
              <button
                type="button"
                className="bare-button"
                aria-label={fleetTexts.leaveOutName({ name })}
                onClick={() => onChange(sites.filter((site) => site.id !== id))}
              >
                <IconX size={13} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
