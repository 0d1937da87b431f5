import { useState } from 'react'
import type { InputOf } from '../../../../contract/client.ts'
import { useAction, useList } from '../../api/query.ts'
import { NamesField } from '../../fleet/names-field.tsx'
import { sentence } from '../../texts/sentence.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/form/fields.tsx'
import type { Channel, Rule, RuleValues } from './notification-types.ts'
import { RuleHours } from './rule-hours.tsx'
import { ruleTexts } from './rule-texts.ts'

type RuleInput = InputOf<'add-notification-rule'>

const emptyRule = (channelId: number): RuleValues => ({
  ...{ name: '', channel_id: channelId, active: true, types: [], min_severity: 'info', tag_ids: [], client_ids: [] },
  ...{ hours: null, quiet_hours: null, delay_minutes: 0, digest: 'none', send_recovery: true },
  ...{ escalation_channel_id: null, escalation_minutes: null },
})

export function RuleDialog({
  rule,
  channels,
  onClose,
}: {
  rule: Rule | null
  channels: readonly Channel[]
  onClose: () => void
}) {
  const add = useAction('add-notification-rule')
  const edit = useAction('update-notification-rule')
  const [values, setValues] = useState<RuleValues>(rule ?? emptyRule(channels[0]?.id ?? 0))
  const set = (changes: Partial<RuleValues>) => setValues({ ...values, ...changes })
  const [hasAllTypes, setAllTypes] = useState(values.types.length === 0)
  // An empty list would mean all events.
  const isMissing = !hasAllTypes && values.types.length === 0
  const [isChecked, setChecked] = useState(false)
  const submit = () => {
    if (isMissing) return setChecked(true)
    const { id: _id, created_at: _at, muted_until: _muted, ...input } = values as Rule
    if (rule) edit.mutate({ id: rule.id, ...(input as RuleInput) }, { onSuccess: onClose })
    else add.mutate(input as RuleInput, { onSuccess: onClose })
  }
  const options = channels.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <FormDialog
      title={rule ? ruleTexts.editTitle({ name: rule.name }) : ruleTexts.addTitle}
      action={rule ? ruleTexts.save : ruleTexts.add}
      wide
      busy={add.isPending || edit.isPending}
      problem={add.error ?? edit.error}
      fields={fieldNames}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={ruleTexts.name}
        required
        maxLength={100}
        value={values.name}
        onChange={(name) => set({ name })}
      />
      <SelectField
        name="channel_id"
        label={ruleTexts.channel}
        value={String(values.channel_id)}
        onChange={(value) => set({ channel_id: Number(value) })}
        options={options}
      />
      <EventTypes
        all={hasAllTypes}
        onAll={setAllTypes}
        selected={values.types}
        onChange={(types) => set({ types })}
        {...(isChecked && isMissing && { error: ruleTexts.chooseEvents })}
      />
      <SelectField
        name="min_severity"
        label={ruleTexts.severity}
        value={values.min_severity}
        onChange={(value) => set({ min_severity: value as Rule['min_severity'] })}
        options={[
          { value: 'info', label: ruleTexts.info },
          { value: 'warning', label: ruleTexts.warning },
          { value: 'critical', label: ruleTexts.critical },
        ]}
      />
      <TextField
        name="delay_minutes"
        label={ruleTexts.delay}
        hint={ruleTexts.delayHint}
        type="number"
        min={0}
        max={1440}
        value={String(values.delay_minutes)}
        onChange={(value) => set({ delay_minutes: Number(value) })}
      />
      <CheckField
        name="send_recovery"
        label={ruleTexts.recovery}
        checked={values.send_recovery}
        onChange={(send_recovery) => set({ send_recovery })}
      />
      <details open={rule !== null && hasMore(rule)}>
        <summary>{ruleTexts.moreOptions}</summary>
        <div className="stack">
          <NamesField
            noun="client"
            field="client_ids"
            label={ruleTexts.clients}
            add={ruleTexts.addClient}
            ids={values.client_ids}
            onChange={(client_ids) => set({ client_ids })}
          />
          <NamesField
            noun="tag"
            field="tag_ids"
            label={ruleTexts.tags}
            add={ruleTexts.addTag}
            ids={values.tag_ids}
            onChange={(tag_ids) => set({ tag_ids })}
          />
          <SelectField
            name="digest"
            label={ruleTexts.when}
            value={values.digest}
            onChange={(value) => set({ digest: value as Rule['digest'] })}
            options={[
              { value: 'none', label: ruleTexts.now },
              { value: 'hourly', label: ruleTexts.hourly },
              { value: 'daily', label: ruleTexts.daily },
            ]}
          />
          <RuleHours values={values} onChange={set} />
          <SelectField
            name="escalation_channel_id"
            label={ruleTexts.escalation}
            hint={ruleTexts.escalationHint}
            value={String(values.escalation_channel_id ?? '')}
            onChange={(value) =>
              set(
                value === ''
                  ? { escalation_channel_id: null, escalation_minutes: null }
                  : { escalation_channel_id: Number(value), escalation_minutes: values.escalation_minutes ?? 15 },
              )
            }
            options={[
              { value: '', label: ruleTexts.noEscalation },
              ...options.filter(({ value }) => value !== String(values.channel_id)),
            ]}
          />
          {values.escalation_channel_id !== null && (
            <TextField
              name="escalation_minutes"
              label={ruleTexts.escalationMinutes}
              type="number"
              min={1}
              max={1440}
              value={String(values.escalation_minutes ?? 15)}
              onChange={(value) => set({ escalation_minutes: Number(value) })}
            />
          )}
        </div>
      </details>
    </FormDialog>
  )
}

const fieldNames = [
  ...['name', 'channel_id', 'types', 'min_severity', 'delay_minutes', 'client_ids', 'tag_ids', 'digest'],
  ...['quiet_hours', 'hours', 'escalation_channel_id', 'escalation_minutes'],
]

const hasMore = ({ client_ids, tag_ids, digest, quiet_hours, hours, escalation_channel_id }: Rule) =>
  client_ids.length + tag_ids.length > 0 ||
  digest !== 'none' ||
  quiet_hours !== null ||
  hours !== null ||
  escalation_channel_id !== null

function EventTypes({
  all,
  onAll,
  selected,
  onChange,
  error,
}: {
  all: boolean
  onAll: (all: boolean) => void
  selected: Rule['types']
  onChange: (types: Rule['types']) => void
  error?: string
}) {
  const { data } = useList('list-event-types', {})
  return (
    <>
      <SelectField
        name="types"
        label={ruleTexts.events}
        {...(error && { error })}
        value={all ? 'all' : 'some'}
        onChange={(value) => {
          onAll(value === 'all')
          if (value === 'all') onChange([])
        }}
        options={[
          { value: 'all', label: ruleTexts.allEvents },
          { value: 'some', label: ruleTexts.someEvents },
        ]}
      />
      {!all && (
        <fieldset className="bare grid-2">
          {(data?.rows ?? []).map(({ type, title }) => (
            <CheckField
              key={type}
              name={type}
              label={sentence(title)}
              checked={selected.some((each) => each === type)}
              onChange={(on) =>
                onChange(on ? ([...selected, type] as Rule['types']) : selected.filter((each) => each !== type))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
