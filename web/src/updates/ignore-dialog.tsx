import { useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { type Ignorable, ignoreLabels } from './ignore.ts'

/** Selects which versions to ignore, and whether on this site or on all current and future sites. */
export function IgnoreDialog({
  items,
  site,
  onClose,
  onDone,
}: {
  items: readonly Ignorable[]
  /** If set, the update can be ignored for this site alone. */
  site?: { id: number; name: string }
  onClose: () => void
  onDone?: () => void
}) {
  const [where, setWhere] = useState<'here' | 'everywhere'>(site ? 'here' : 'everywhere')
  const [versions, setVersions] = useState<'this' | 'all'>('this')
  const description = ignoreLabels(items)
  const ignoreItems = async () => {
    onClose()
    for (const { type, slug, name, version } of items) {
      const only = versions === 'this' && version ? { version } : {}
      const texts = { doing: `Ignoring ${name}`, done: `${name} is ignored` }
      if (where === 'here' && site) {
        const input = { action: 'ignore' as const, site_id_or_domain: site.id, type, slug, ...only }
        await runAction('set-ignored-updates', input, texts)
      } else {
        await runAction('ignore-updates-everywhere', { action: 'ignore', type, slugs: [slug], ...only }, texts)
      }
    }
    onDone?.()
  }
  return (
    <Dialog
      title={`Ignore ${description}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" onClick={() => void ignoreItems()}>
            Ignore
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          What is ignored is neither listed nor installed. It stands in the list of ignored updates until you take it
          back.
        </p>
        <Choice
          legend="Which versions"
          name="versions"
          value={versions}
          onChange={setVersions}
          options={[
            [
              'this',
              items.length === 1 && items[0]!.version ? `Only ${items[0]!.version}` : 'Only the versions on offer now',
            ],
            ['all', 'All versions, also those to come'],
          ]}
        />
        {site && (
          <Choice
            legend="Where"
            name="where"
            value={where}
            onChange={setWhere}
            options={[
              ['here', `On ${site.name} only`],
              ['everywhere', 'On every site, also on those to come'],
            ]}
          />
        )}
      </div>
    </Dialog>
  )
}

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
