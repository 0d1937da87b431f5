import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { webhookTexts } from './webhook-texts.ts'

export default function RotateDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const rotate = useAction('rotate-webhook-secret')
  const [hours, setHours] = useState('24')
  if (rotate.data) return <SecretDialog secret={rotate.data.secret} onClose={onClose} />
  return (
    <FormDialog
      title={webhookTexts.rotateTitle}
      action={webhookTexts.rotate}
      busy={rotate.isPending}
      problem={rotate.error}
      fields={['keep_hours']}
      onSubmit={() => rotate.mutate({ id, keep_hours: Number(hours) })}
      onClose={onClose}
    >
      <TextField
        name="keep_hours"
        label={webhookTexts.keepHours}
        hint={webhookTexts.rotateHint}
        type="number"
        min={0}
        max={168}
        value={hours}
        onChange={setHours}
      />
    </FormDialog>
  )
}
