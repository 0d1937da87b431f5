import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAction, useOperation } from '../api/query.ts'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { settingsTexts } from './settings-texts.ts'

type Settings = DataOf<'get-time-settings'>

const modes = [
  { value: 'count_up', label: settingsTexts.countsUpFromNothing },
  { value: 'count_down', label: settingsTexts.countsDownTheHours },
]
const positions = [
  { value: 'left', label: '$10' },
  { value: 'left_space', label: '$ 10' },
  { value: 'right', label: '10$' },
  { value: 'right_space', label: '10 $' },
]
const directions = [
  { value: 'nearest', label: settingsTexts.toTheNearest },
  { value: 'up', label: settingsTexts.up },
  { value: 'down', label: settingsTexts.down },
]

/** Rounding of time and format of money, for clients without rules of their own. */
export function TimeSettings() {
  return (
    <ModuleGate module="time-tracker" label={settingsTexts.timeTracker}>
      <StoredSettings />
    </ModuleGate>
  )
}

function StoredSettings() {
  const { data, error, refetch } = useOperation('get-time-settings', {})
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  return <SettingsForm stored={data} />
}

function SettingsForm({ stored }: { stored: Settings }) {
  const [values, setValues] = useState(stored)
  const save = useAction('update-time-settings')
  const set = (change: Partial<Settings>) => setValues({ ...values, ...change })
  const changed = JSON.stringify(values) !== JSON.stringify(stored)
  const submit = () =>
    save.mutate(withoutCurrency(values), {
      onSuccess: () => void toast(settingsTexts.savedInForceAt, { tone: 'good' }),
    })
  return (
    <Form problem={save.error} fields={Object.keys(values)} onSubmit={submit}>
      <Card title={settingsTexts.time}>
        <div className="settings-fields">
          <SelectField
            name="default_timer_mode"
            label={settingsTexts.aNewTasksTimer}
            value={values.default_timer_mode}
            options={modes}
            onChange={(mode) => set({ default_timer_mode: mode as Settings['default_timer_mode'] })}
          />
          <CheckField
            name="rounding"
            label={settingsTexts.roundRecordedTime}
            hint={settingsTexts.forWhatIsCharged}
            checked={values.rounding}
            onChange={(rounding) => set({ rounding })}
          />
          {values.rounding && (
            <>
              <TextField
                name="rounding_minutes"
                label={settingsTexts.toMultiplesOfMinutes}
                type="number"
                inputMode="numeric"
                min={1}
                value={String(values.rounding_minutes)}
                onChange={(text) => set({ rounding_minutes: Number(text) })}
              />
              <SelectField
                name="rounding_direction"
                label={settingsTexts.whichWay}
                value={values.rounding_direction}
                options={directions}
                onChange={(direction) => set({ rounding_direction: direction as Settings['rounding_direction'] })}
              />
            </>
          )}
        </div>
      </Card>
      <Card title={settingsTexts.money}>
        <p className="soft">
          {settingsTexts.currencyIsGeneral({
            currency: values.currency,
            link: (text) => (
              <Link to="/settings/$group" params={{ group: 'general' }} hash="currency">
                {text}
              </Link>
            ),
          })}
        </p>
        <div className="settings-fields">
          <SelectField
            name="currency_position"
            label={settingsTexts.itsSignStands}
            value={values.currency_position}
            options={positions}
            onChange={(position) => set({ currency_position: position as Settings['currency_position'] })}
          />
          <TextField
            name="thousand_separator"
            label={settingsTexts.betweenThousands}
            value={values.thousand_separator}
            onChange={(thousand_separator) => set({ thousand_separator })}
          />
          <TextField
            name="decimal_separator"
            label={settingsTexts.beforeDecimals}
            value={values.decimal_separator}
            onChange={(decimal_separator) => set({ decimal_separator })}
          />
          <TextField
            name="decimals"
            label={settingsTexts.decimals}
            type="number"
            inputMode="numeric"
            min={0}
            value={String(values.decimals)}
            onChange={(text) => set({ decimals: Number(text) })}
          />
        </div>
      </Card>
      {changed && (
        <div className="save-bar">
          <strong aria-live="polite">{settingsTexts.notSavedYet}</strong>
          <span className="line">
            <Button onClick={() => setValues(stored)}>{settingsTexts.undo}</Button>
            <Button type="submit" tone="primary" busy={save.isPending}>
              {settingsTexts.save}
            </Button>
          </span>
        </div>
      )}
    </Form>
  )
}

/** It is set on the page General, for costs and time. */
const withoutCurrency = ({ currency: _, ...values }: Settings) => values
