import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { momentOf } from '../ui/format/day.ts'
import { toast } from '../ui/toast.tsx'
import { webhookTexts } from './webhook-texts.ts'

const hourMs = 3_600_000

/** For `datetime-local`, in the zone of the browser. */
function localTime(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export default function ReplayDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const replay = useAction('replay-webhook-deliveries')
  const [since, setSince] = useState(() => localTime(new Date(Date.now() - 24 * hourMs)))
  const submit = () =>
    replay.mutate(
      { id, since: momentOf(since) },
      {
        onSuccess() {
          toast(webhookTexts.replayed, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={webhookTexts.replayTitle}
      action={webhookTexts.replay}
      busy={replay.isPending}
      problem={replay.error}
      fields={['since']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="since"
        label={webhookTexts.since}
        hint={webhookTexts.replayHint}
        type="datetime-local"
        required
        value={since}
        onChange={setSince}
      />
    </FormDialog>
  )
}
