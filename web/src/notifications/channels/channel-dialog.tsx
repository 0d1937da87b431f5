import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { type ServiceName, serviceLabels, type Target, targetFields } from './channel-fields.ts'
import { channelTexts } from './channel-texts.ts'
import type { Channel } from './notification-types.ts'

/** Adds or changes a channel. The stored address is replaced only on request, because it is never shown. */
export function ChannelDialog({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const add = useAction('add-notification-channel')
  const edit = useAction('update-notification-channel')
  const [service, setService] = useState<ServiceName>(channel?.service ?? 'email')
  const [name, setName] = useState(channel?.name ?? '')
  const [target, setTarget] = useState<Target>({})
  const [withRule, setWithRule] = useState(true)
  const [replaces, setReplaces] = useState(channel === null)
  const submit = () => {
    const given = Object.fromEntries(
      targetFields[service].flatMap(({ name }) => (target[name] ? [[name, target[name]]] : [])),
    )
    if (channel)
      edit.mutate(
        { id: channel.id, name: name.trim() || serviceLabels[service], ...(replaces && { target: given }) },
        { onSuccess: onClose },
      )
    else
      add.mutate(
        { service, name: name.trim() || serviceLabels[service], target: given, with_rule: withRule },
        { onSuccess: onClose },
      )
  }
  return (
    <FormDialog
      title={channel ? channelTexts.editTitle({ name: channel.name }) : channelTexts.addTitle}
      action={channel ? channelTexts.save : channelTexts.add}
      busy={add.isPending || edit.isPending}
      problem={add.error ?? edit.error}
      fields={['service', 'name', ...targetFields[service].map(({ name }) => `target.${name}`)]}
      onSubmit={submit}
      onClose={onClose}
    >
      {!channel && (
        <SelectField
          name="service"
          label={channelTexts.service}
          value={service}
          onChange={(value) => setService(value as ServiceName)}
          options={Object.entries(serviceLabels).map(([value, label]) => ({ value, label }))}
        />
      )}
      {channel && (
        <CheckField
          name="replaces"
          label={channelTexts.replaceTarget}
          hint={channelTexts.replaceHint}
          checked={replaces}
          onChange={setReplaces}
        />
      )}
      {replaces &&
        targetFields[service].map(({ name, label, hint, type = 'text', required }) => (
          <TextField
            key={`${service} ${name}`}
            name={`target.${name}`}
            label={label}
            hint={hint}
            type={type}
            required={required}
            autoComplete="off"
            value={target[name] ?? ''}
            onChange={(value) => setTarget({ ...target, [name]: value })}
          />
        ))}
      <TextField
        name="name"
        label={channelTexts.name}
        hint={channelTexts.nameHint}
        placeholder={serviceLabels[service]}
        maxLength={100}
        value={name}
        onChange={setName}
      />
      {!channel && (
        <CheckField
          name="with_rule"
          label={channelTexts.withRule}
          hint={channelTexts.withRuleHint}
          checked={withRule}
          onChange={setWithRule}
        />
      )}
    </FormDialog>
  )
}
