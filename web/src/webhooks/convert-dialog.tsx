import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** Changes a webhook of the former format to the standard format and shows its new secret once. */
export default function ConvertDialog({ id, url, onClose }: { id: number; url: string; onClose: () => void }) {
  const convert = useAction('convert-webhook')
  if (convert.data) return <SecretDialog secret={convert.data.secret} onClose={onClose} />
  return (
    <FormDialog
      title={webhookTexts.convertTitle}
      action={webhookTexts.convert}
      busy={convert.isPending}
      problem={convert.error}
      fields={[]}
      onSubmit={() => convert.mutate({ id })}
      onClose={onClose}
    >
      <p style={{ overflowWrap: 'anywhere' }}>{url}</p>
      <Notice tone="warn">{webhookTexts.convertHint}</Notice>
    </FormDialog>
  )
}
