import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { findNamed } from '../fleet/named-picker.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, type Option, SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import { PickerField } from '../ui/form/picker-field.tsx'
import { momentOf } from '../ui/format/day.ts'
import { weekdayText } from '../ui/format/moment.ts'
import { toast } from '../ui/toast.tsx'
import { type MaintenanceWindow, toLocalInput } from './maintenance-labels.ts'
import { maintenanceTexts } from './maintenance-texts.ts'

type Scope = MaintenanceWindow['scope']

const scopeOptions: readonly (Option & { value: Scope })[] = [
  { value: 'site', label: maintenanceTexts.scopeSite },
  { value: 'tag', label: maintenanceTexts.scopeTag },
  { value: 'client', label: maintenanceTexts.scopeClient },
  { value: 'fleet', label: maintenanceTexts.scopeFleet },
]

const scopeLabels = {
  site: maintenanceTexts.chooseSite,
  tag: maintenanceTexts.chooseTag,
  client: maintenanceTexts.chooseClient,
}

const hourMs = 3_600_000
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Adds a window, or changes the times and texts of one. */
export function WindowDialog({ window, onClose }: { window?: MaintenanceWindow; onClose: () => void }) {
  const add = useAction('add-maintenance-window')
  const update = useAction('update-maintenance-window')
  const save = window ? update : add
  const [title, setTitle] = useState(window?.title ?? '')
  const [note, setNote] = useState(window?.note ?? '')
  const [scope, setScope] = useState<Scope>(window?.scope ?? 'site')
  const [target, setTarget] = useState<Option | null>(null)
  const [unselected, setUnselected] = useState(false)
  const [repeats, setRepeats] = useState<'once' | 'weekly'>(window?.repeats ?? 'once')
  const [now] = useState(() => Date.now())
  const [starts, setStarts] = useState(() => toLocalInput(new Date(window?.starts_at ?? now)))
  const [ends, setEnds] = useState(() => toLocalInput(new Date(window?.ends_at ?? now + hourMs)))
  const [days, setDays] = useState<readonly number[]>(window?.weekdays ?? [7])
  const [time, setTime] = useState(window?.start_time ?? '03:00')
  const [length, setLength] = useState(String(window?.duration_minutes ?? 60))
  const [zone, setZone] = useState(window?.time_zone ?? '')
  const [lastDay, setLastDay] = useState(window?.last_day ?? '')
  const times =
    repeats === 'once'
      ? { starts_at: momentOf(starts), ends_at: momentOf(ends) }
      : {
          weekdays: [...days],
          start_time: time,
          duration_minutes: Number(length),
          ...(zone !== '' && { time_zone: zone }),
          last_day: lastDay === '' ? null : lastDay,
        }
  const onSuccess = () => {
    toast(maintenanceTexts.saved, { tone: 'good' })
    onClose()
  }
  const submit = () => {
    // Without a change of the beginning it is not sent: it may be in the past.
    const isMoved = !window?.starts_at || starts !== toLocalInput(new Date(window.starts_at))
    if (window) {
      const { starts_at, ...rest } = { starts_at: undefined, ...times }
      return update.mutate(
        { window_id: window.id, title, note, ...rest, ...(isMoved && starts_at !== undefined && { starts_at }) },
        { onSuccess },
      )
    }
    if (scope !== 'fleet' && !target) return setUnselected(true)
    const scoped = target ? { [`${scope}_id`]: Number(target.value) } : { all_sites: true as const }
    add.mutate({ title, note, ...scoped, ...times }, { onSuccess })
  }
  const fields = ['title', 'note', 'site_id', 'tag_id', 'client_id', 'starts_at', 'ends_at', 'weekdays', 'start_time']
  return (
    <FormDialog
      title={window ? maintenanceTexts.editTitle : maintenanceTexts.addTitle}
      action={maintenanceTexts.save}
      busy={save.isPending}
      problem={save.error}
      fields={[...fields, 'duration_minutes', 'time_zone', 'last_day']}
      wide
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="title" label={maintenanceTexts.name} autoFocus value={title} onChange={setTitle} />
      <TextArea
        name="note"
        label={maintenanceTexts.note}
        hint={maintenanceTexts.noteHint}
        rows={2}
        value={note}
        onChange={setNote}
      />
      {!window && (
        <div className="grid-2">
          <SelectField
            name="scope"
            label={maintenanceTexts.scope}
            value={scope}
            options={scopeOptions}
            {...(unselected && !target && scope !== 'fleet' && { error: maintenanceTexts.chooseFirst })}
            onChange={(value) => {
              // The select has these values only.
              setScope(value as Scope)
              setTarget(null)
            }}
          />
          {scope !== 'fleet' && (
            <PickerField
              name={`${scope}_id`}
              label={scopeLabels[scope]}
              placeholder={maintenanceTexts.any}
              cacheKey={scope}
              selected={target}
              onSelect={setTarget}
              search={(text) => findNamed(scope, text)}
            />
          )}
        </div>
      )}
      {!window && (
        <SelectField
          name="repeats"
          label={maintenanceTexts.repeats}
          value={repeats}
          options={[
            { value: 'once', label: maintenanceTexts.once },
            { value: 'weekly', label: maintenanceTexts.weeklyOption },
          ]}
          onChange={(value) => setRepeats(value === 'weekly' ? 'weekly' : 'once')}
        />
      )}
      {repeats === 'once' ? (
        <div className="grid-2">
          <TextField
            name="starts_at"
            label={maintenanceTexts.starts}
            hint={maintenanceTexts.localTime({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
            type="datetime-local"
            value={starts}
            onChange={setStarts}
          />
          <TextField
            name="ends_at"
            label={maintenanceTexts.ends}
            type="datetime-local"
            value={ends}
            onChange={setEnds}
          />
        </div>
      ) : (
        <>
          <fieldset className="line" style={{ border: 0, margin: 0, padding: 0 }}>
            <legend>
              <strong>{maintenanceTexts.days}</strong>
            </legend>
            {weekdays.map((day) => (
              <CheckField
                key={day}
                name={`day-${day}`}
                label={weekdayText(day)}
                checked={days.includes(day)}
                onChange={(checked) => setDays(checked ? [...days, day].sort() : days.filter((each) => each !== day))}
              />
            ))}
          </fieldset>
          <div className="grid-2">
            <TextField
              name="start_time"
              label={maintenanceTexts.startTime}
              type="time"
              value={time}
              onChange={setTime}
            />
            <TextField
              name="duration_minutes"
              label={maintenanceTexts.length}
              inputMode="numeric"
              value={length}
              onChange={setLength}
            />
            <TextField
              name="time_zone"
              label={maintenanceTexts.zone}
              hint={maintenanceTexts.zoneHint}
              value={zone}
              onChange={setZone}
            />
            <TextField
              name="last_day"
              label={maintenanceTexts.lastDay}
              hint={maintenanceTexts.lastDayHint}
              type="date"
              value={lastDay}
              onChange={setLastDay}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}
