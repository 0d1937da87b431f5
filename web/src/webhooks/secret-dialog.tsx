import { Button } from '../ui/button.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** Shows a new secret once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={webhookTexts.secretTitle}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {webhookTexts.copied}
        </Button>
      }
    >
      <div className="stack">
        <p>{webhookTexts.secretHint}</p>
        <CopyOnce secret={secret} what={webhookTexts.secret} />
      </div>
    </Dialog>
  )
}
