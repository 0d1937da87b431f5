import settingGroups from 'virtual:settings'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Callable, call } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { keyOf } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { SettingControl, secondsKey } from './setting-control.tsx'
import { type GroupName, type Setting, type SettingSection, settingGroupNames } from './setting-pages.ts'
import { settingTexts } from './setting-texts.ts'

type Values = Readonly<Record<string, unknown>>
type Groups = Partial<Record<GroupName, Values>>

const readOf = (group: GroupName) =>
  (group === 'time-tracker' ? 'get-time-settings' : `get-${group}-settings`) as Callable
const saveOf = (group: GroupName) =>
  (group === 'time-tracker' ? 'update-time-settings' : `update-${group}-settings`) as Callable

/** Settings of one or more groups of the API in one form. Sends only changed values. */
export function SettingsForm({ sections }: { sections: readonly SettingSection[] }) {
  const can = useCan()
  const client = useQueryClient()
  const [changes, setChanges] = useState<Groups>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaving, setSaving] = useState(false)
  const all = sections.flatMap(({ settings }) => settings)
  const names = settingGroupNames.filter((group) => isUsed(group, all) && can(readOf(group)))
  const reads = useQueries({
    queries: names.map((group) => ({
      queryKey: keyOf(readOf(group), {}),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(readOf(group), {}, { signal }) as Promise<Values>,
      retry: false,
    })),
  })
  const stored: Groups = Object.fromEntries(names.map((group, index) => [group, reads[index]?.data]))
  const isLoaded = reads.every(({ isPending }) => !isPending)
  useTarget(isLoaded)
  if (!isLoaded) return <Loading lines={8} />
  // A group of a module that is off is left out; without any, the page has nothing to show.
  const [failed] = reads.filter(({ error, data }) => error && !data)
  if (failed && names.every((group) => stored[group] === undefined))
    return <ErrorState error={asProblem(failed.error)} retry={() => void client.invalidateQueries()} />

  const broken = reads.find(({ error, data }) => error && !data && asProblem(error).code !== 'svc_module_not_available')
  const readFrom = (group: GroupName) => (key: string) => changes[group]?.[key] ?? stored[group]?.[key]
  const change = (groups: readonly GroupName[], next: Values) => {
    const merged = { ...changes }
    for (const group of groups) {
      const values = Object.entries({ ...changes[group], ...next })
      const kept = values.filter(([key, value]) => value !== undefined && !isEqual(value, stored[group]?.[key]))
      if (kept.length > 0) merged[group] = Object.fromEntries(kept)
      else delete merged[group]
    }
    setChanges(merged)
  }
  const set =
    ({ group, key }: Setting) =>
    (next: Values) =>
      key === 'currency'
        ? // One currency for costs and time.
          change(
            (['cost-tracker', 'time-tracker'] as const).filter((each) => stored[each] !== undefined),
            { currency: String(next.currency).toUpperCase() },
          )
        : change([group], next)
  const count = new Set(Object.values(changes).flatMap((values) => Object.keys(values ?? {}))).size
  const submit = async () => {
    setSaving(true)
    setProblem(null)
    const saved: Groups = {}
    let failure: unknown = null
    try {
      for (const group of names) {
        const values = changes[group]
        if (!values) continue
        await call(saveOf(group), values as never)
        saved[group] = values
      }
    } catch (error) {
      failure = error
      setProblem(asProblem(error))
    }
    const hasSaved = Object.keys(saved).length > 0
    if (hasSaved) {
      await client.invalidateQueries()
      // Values that were typed meanwhile stay.
      setChanges((current) => withoutSaved(current, saved))
    }
    setSaving(false)
    if (failure === null) toast(settingTexts.saved, { tone: 'good' })
    else if (hasSaved) toast(settingTexts.savedPartly, { tone: 'partial' })
  }
  const timeCurrency = stored['time-tracker']?.currency
  const differs = typeof timeCurrency === 'string' && timeCurrency !== stored['cost-tracker']?.currency
  return (
    <Form problem={problem} fields={[...all.map(({ key }) => key), secondsKey]} onSubmit={() => void submit()}>
      {broken && <Notice tone="bad">{asProblem(broken.error).message}</Notice>}
      {sections.map(({ title, settings }) => {
        const shown = settings.filter(({ group }) => stored[group] !== undefined)
        if (shown.length === 0) return null
        return (
          <Card key={title} title={title}>
            <div className="settings-fields">
              {shown.map((setting) => {
                const field = fieldOf(setting)
                return (
                  field && (
                    <div key={setting.key} id={setting.key} className="setting">
                      <SettingControl
                        {...{ setting, field }}
                        read={readFrom(setting.group)}
                        onChange={set(setting)}
                        {...(setting.key === 'currency' &&
                          differs && { note: ` ${settingTexts.currenciesDiffer({ currency: timeCurrency })}` })}
                      />
                    </div>
                  )
                )
              })}
            </div>
          </Card>
        )
      })}
      {count > 0 && (
        <div className="save-bar">
          <strong aria-live="polite">{settingTexts.changes({ count })}</strong>
          <span className="line">
            <Button
              onClick={() => {
                setChanges({})
                setProblem(null)
              }}
            >
              {settingTexts.undo}
            </Button>
            <Button type="submit" tone="primary" busy={isSaving}>
              {settingTexts.save}
            </Button>
          </span>
        </div>
      )}
    </Form>
  )
}

function withoutSaved(current: Groups, saved: Groups): Groups {
  const groups = settingGroupNames.flatMap((group) => {
    const open = Object.entries(current[group] ?? {}).filter(([key, value]) => !isEqual(value, saved[group]?.[key]))
    return open.length > 0 ? [[group, Object.fromEntries(open)]] : []
  })
  return Object.fromEntries(groups)
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The currency of costs is also that of the time tracker. */
const isUsed = (group: GroupName, settings: readonly Setting[]) =>
  settings.some((setting) => setting.group === group || (group === 'time-tracker' && setting.key === 'currency'))

const fieldOf = ({ group, key }: Setting) => settingGroups[group]?.find((field) => field.key === key)

/** After a search the address names a setting: it is shown and focused once the form is there. */
function useTarget(isLoaded: boolean): void {
  const hash = window.location.hash.slice(1)
  useEffect(() => {
    if (!isLoaded || hash === '') return
    const target = document.getElementById(hash)
    target?.scrollIntoView({ block: 'center' })
    target?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true })
  }, [isLoaded, hash])
}
