import settingGroups from 'virtual:settings'
import { useState } from 'react'
import type { SettingField } from '../../settings-fields.ts'
import type { Callable } from '../api/call.ts'
import { useAction, useOperation } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form } from '../ui/form/form.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { SettingControl } from './setting-control.tsx'
import { settingSections } from './setting-labels.ts'
import { settingsTexts } from './settings-texts.ts'

type Values = Readonly<Record<string, unknown>>

/** A group of settings by section; those without effect are collapsed. Sends only changed values. */
export function SettingsForm({ group, title }: { group: string; title: string }) {
  const read = useOperation(`get-${group}-settings` as 'get-general-settings', {})
  const save = useAction(`update-${group}-settings` as 'update-general-settings' & Callable)
  const [changes, setChanges] = useState<Values>({})
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <Loading lines={8} />
  const stored = read.data as Values
  const fields = settingGroups[group] ?? []
  const change = (key: string, value: unknown) => {
    const { [key]: _, ...others } = changes
    setChanges(JSON.stringify(stored[key]) === JSON.stringify(value) ? others : { ...changes, [key]: value })
  }
  const count = Object.keys(changes).length
  const submit = () =>
    save.mutate(changes, {
      onSuccess: () => {
        setChanges({})
        toast(settingsTexts.savedInForceAt, { tone: 'good' })
      },
    })
  const control = (field: SettingField) => (
    <SettingControl
      key={field.key}
      field={field}
      value={field.key in changes ? changes[field.key] : stored[field.key]}
      onChange={(value) => change(field.key, value)}
    />
  )
  const withoutEffect = fields.filter((field) => field.withoutEffect !== undefined)
  return (
    <Form problem={save.error} fields={fields.map(({ key }) => key)} onSubmit={submit}>
      {sectionsOf(group, title, fields).map((section) => (
        <Card key={section.title} title={section.title}>
          <div className="settings-fields">{section.fields.map(control)}</div>
        </Card>
      ))}
      {withoutEffect.length > 0 && (
        <details className="card idle-settings">
          <summary>{settingsTexts.titleCount({ title, count: withoutEffect.length })}</summary>
          <p className="soft">{settingsTexts.otherProgramsMaySet}</p>
          <div className="settings-fields">{withoutEffect.map(control)}</div>
        </details>
      )}
      {count > 0 && (
        <div className="save-bar">
          <strong aria-live="polite">{settingsTexts.count({ count })}</strong>
          <span className="line">
            <Button
              onClick={() => {
                setChanges({})
                save.reset()
              }}
            >
              {settingsTexts.undo}
            </Button>
            <Button type="submit" tone="primary" busy={save.isPending}>
              {settingsTexts.save}
            </Button>
          </span>
        </div>
      )}
    </Form>
  )
}

function sectionsOf(group: string, title: string, fields: readonly SettingField[]) {
  const working = fields.filter(({ withoutEffect }) => withoutEffect === undefined)
  const sections = (settingSections[group] ?? []).map((section) => ({
    title: section.title,
    fields: section.keys.flatMap((key) => working.find((field) => field.key === key) ?? []),
  }))
  const listed = new Set(sections.flatMap((section) => section.fields))
  const others = working.filter((field) => !listed.has(field))
  const rest = { title: sections.length > 0 ? settingsTexts.more : title, fields: others }
  return [...sections, rest].filter((section) => section.fields.length > 0)
}
