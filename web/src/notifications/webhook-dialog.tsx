import { useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { type EventKind, eventKinds } from './event-kinds.tsx'
import { notificationsTexts } from './notifications-texts.ts'

export type Webhook = RowOf<'list-webhooks'>

/** Adds a webhook and shows its secret once, or edits a webhook. */
export function WebhookDialog({ hook, onClose }: { hook: Webhook | null; onClose: () => void }) {
  const add = useAction('add-webhook')
  const edit = useAction('update-webhook')
  const [url, setUrl] = useState(hook?.url ?? 'https://')
  const [selected, setSelected] = useState<readonly EventKind[]>(hook?.kinds ?? eventKinds.map(({ value }) => value))
  const secret = add.data?.secret ?? edit.data?.secret
  if (secret) {
    return (
      <Dialog
        title={notificationsTexts.theSecretOfThe}
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={onClose}>
            {notificationsTexts.iHaveCopiedIt}
          </Button>
        }
      >
        <div className="stack">
          <p>{notificationsTexts.withItTheProgram}</p>
          <CopyOnce secret={secret} what={notificationsTexts.theSecret} />
        </div>
      </Dialog>
    )
  }
  const submit = () => {
    if (hook)
      edit.mutate({ id: hook.id, url, kinds: [...selected] }, { onSuccess: (saved) => saved.secret ?? onClose() })
    else add.mutate({ url, kinds: [...selected] })
  }
  return (
    <FormDialog
      title={hook ? notificationsTexts.changeTheWebhook : notificationsTexts.addAWebhook}
      action={hook ? notificationsTexts.save : notificationsTexts.addIt}
      busy={add.isPending || edit.isPending}
      problem={add.error ?? edit.error}
      fields={['url', 'kinds']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="url"
        label={notificationsTexts.address}
        type="url"
        hint={hook ? notificationsTexts.anAddressOnAnother : undefined}
        autoFocus
        autoComplete="off"
        value={url}
        onChange={setUrl}
      />
      <fieldset className="bare stack-tight">
        <legend className="label">{notificationsTexts.whatItHearsOf}</legend>
        {eventKinds.map(({ value, label, hint }) => (
          <CheckField
            key={value}
            name="kinds"
            label={label}
            hint={hint}
            checked={selected.includes(value)}
            onChange={(on) => setSelected(on ? [...selected, value] : selected.filter((each) => each !== value))}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
