import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useAction, useList } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { webhookTexts } from './webhook-texts.ts'
import type { Endpoint } from './webhooks-page.tsx'

type Types = NonNullable<InputOf<'add-webhook-endpoint'>['types']>

/** Adds a webhook and shows its secret once, or edits one. */
export default function EndpointDialog({ endpoint, onClose }: { endpoint: Endpoint | null; onClose: () => void }) {
  const add = useAction('add-webhook-endpoint')
  const edit = useAction('update-webhook-endpoint')
  const known = useList('list-event-types', {})
  const [url, setUrl] = useState(endpoint?.url ?? 'https://')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [isLimited, setLimited] = useState((endpoint?.types.length ?? 0) > 0)
  const [selected, setSelected] = useState<readonly string[]>(endpoint?.types ?? [])
  const [isChecked, setChecked] = useState(false)
  const secret = add.data?.secret ?? edit.data?.secret
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />
  // An empty list would mean all events.
  const isMissing = isLimited && selected.length === 0
  const submit = () => {
    if (isMissing) return setChecked(true)
    // The names come from list-event-types.
    const types = (isLimited ? [...selected] : []) as Types
    if (endpoint)
      edit.mutate({ id: endpoint.id, url, description, types }, { onSuccess: (saved) => saved.secret ?? onClose() })
    else add.mutate({ url, description, types })
  }
  return (
    <FormDialog
      title={endpoint ? webhookTexts.editTitle : webhookTexts.add}
      action={endpoint ? webhookTexts.save : webhookTexts.add}
      busy={add.isPending || edit.isPending}
      problem={add.error ?? edit.error}
      fields={['url', 'description', 'types']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="url"
        label={webhookTexts.address}
        type="url"
        hint={endpoint ? webhookTexts.otherHostHint : undefined}
        autoFocus
        autoComplete="off"
        value={url}
        onChange={setUrl}
      />
      <TextField
        name="description"
        label={webhookTexts.description}
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
      <SelectField
        name="types"
        label={webhookTexts.events}
        value={isLimited ? 'some' : 'all'}
        options={[
          { value: 'all', label: webhookTexts.allEvents },
          { value: 'some', label: webhookTexts.someEvents },
        ]}
        {...(isChecked && isMissing && { error: webhookTexts.chooseEvents })}
        onChange={(value) => setLimited(value === 'some')}
      />
      {isLimited && (
        <fieldset className="bare stack-tight">
          <legend className="label">{webhookTexts.someEvents}</legend>
          {(known.data?.rows ?? []).map(({ type, title }) => (
            <CheckField
              key={type}
              name={type}
              label={sentence(title)}
              hint={type}
              checked={selected.includes(type)}
              onChange={(on) => setSelected(on ? [...selected, type] : selected.filter((each) => each !== type))}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}
