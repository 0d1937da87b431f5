import { useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { type EventKind, eventKinds } from './event-kinds.tsx'

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
        title="The secret of the webhook"
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <div className="stack">
          <p>With it the program can tell that a message is from here: the signature of each is made with it.</p>
          <CopyOnce secret={secret} what="The secret" />
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
      title={hook ? 'Change the webhook' : 'Add a webhook'}
      action={hook ? 'Save' : 'Add it'}
      busy={add.isPending || edit.isPending}
      problem={add.error ?? edit.error}
      fields={['url', 'kinds']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="url"
        label="Address"
        type="url"
        hint={hook ? 'An address on another host gets a new secret, which is shown once.' : undefined}
        autoFocus
        autoComplete="off"
        value={url}
        onChange={setUrl}
      />
      <fieldset className="bare stack-tight">
        <legend className="label">What it hears of</legend>
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
