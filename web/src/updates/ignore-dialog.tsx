import { useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { addDays, dayText, momentOf, today } from '../ui/format/day.ts'
import { type Ignorable, ignoreLabels } from './ignore.ts'
import { ignoreTexts } from './ignore-texts.ts'

export interface IgnoreDialogProps {
  items: readonly Ignorable[]
  /** If set, the update can be ignored for this site alone. */
  site?: { id: number; name: string }
  onClose: () => void
  onDone?: () => void
}

/** Selects which versions to ignore, and whether on this site or on all current and future sites. */
export default function IgnoreDialog({ items, site, onClose, onDone }: IgnoreDialogProps) {
  const [where, setWhere] = useState<'here' | 'everywhere'>(site ? 'here' : 'everywhere')
  const [versions, setVersions] = useState<'this' | 'all'>('this')
  const [reason, setReason] = useState('')
  const [day, setDay] = useState('')
  const description = ignoreLabels(items)
  const ignoreItems = async () => {
    onClose()
    const place = where === 'here' && site ? site.id : null
    const note = { ...(reason.trim() !== '' && { reason }), ...(day !== '' && { until: startOf(day) }) }
    for (const { type, slug, name, version } of items) {
      const rule = { type, slugs: [slug], ...(versions === 'this' && version && { version }) }
      const done = day === '' ? ignoreTexts.ignored({ name }) : ignoreTexts.ignoredUntil({ name, day: dayText(day) })
      const texts = { doing: ignoreTexts.ignoring({ name }), done }
      await change(place, 'ignore', { ...rule, ...note }, { ...texts, undo: () => () => listAgain(place, rule, name) })
    }
    onDone?.()
  }
  return (
    <Dialog
      title={ignoreTexts.title({ what: description })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ignoreTexts.cancel}</Button>
          <Button tone="primary" onClick={() => void ignoreItems()}>
            {ignoreTexts.ignore}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{ignoreTexts.hint}</p>
        <Choice
          legend={ignoreTexts.whichVersions}
          name="versions"
          value={versions}
          onChange={setVersions}
          options={[
            [
              'this',
              items.length === 1 && items[0]!.version
                ? ignoreTexts.onlyVersion({ version: items[0]!.version })
                : ignoreTexts.onlyAvailable,
            ],
            ['all', ignoreTexts.allVersions],
          ]}
        />
        {site && (
          <Choice
            legend={ignoreTexts.where}
            name="where"
            value={where}
            onChange={setWhere}
            options={[
              ['here', ignoreTexts.onlyOn({ site: site.name })],
              ['everywhere', ignoreTexts.everySite],
            ]}
          />
        )}
        <TextField
          name="reason"
          label={ignoreTexts.reason}
          hint={ignoreTexts.reasonHint}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
        <TextField
          name="until"
          label={ignoreTexts.until}
          hint={ignoreTexts.untilHint}
          type="date"
          min={addDays(today(), 1)}
          value={day}
          onChange={setDay}
        />
      </div>
    </Dialog>
  )
}

interface Rule {
  type: Ignorable['type']
  slugs: string[]
  version?: string
}

/** On one site, or with null on every site. */
const change = (
  siteId: number | null,
  action: 'ignore' | 'unignore',
  rule: Rule & { reason?: string; until?: string },
  texts: { doing: string; done: string; undo?: () => () => void },
) =>
  siteId === null
    ? runAction('ignore-updates-everywhere', { action, ...rule }, texts)
    : runAction('ignore-site-updates', { action, site_id_or_domain: siteId, ...rule }, texts)

const listAgain = (siteId: number | null, rule: Rule, name: string) =>
  void change(siteId, 'unignore', rule, { doing: ignoreTexts.listing({ name }), done: ignoreTexts.listed({ name }) })

/** The start of a day where the viewer is. */
const startOf = (day: string): string => momentOf(`${day}T00:00:00`)

function Choice<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
}: {
  legend: string
  name: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="plain-set stack-tight">
      <legend>{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} className="check">
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
