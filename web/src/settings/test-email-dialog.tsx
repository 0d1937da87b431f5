import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { useAccount } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Notice } from '../ui/notice.tsx'
import type { EmailType } from './email-type.ts'
import { settingsTexts } from './settings-texts.ts'

/** Sends a test e-mail and shows the answer of the mail server. */
export function TestEmailDialog({ email, onClose }: { email: EmailType; onClose: () => void }) {
  const send = useAction('send-test-email')
  const { user } = useAccount()
  const [to, setTo] = useState(user?.email ?? '')
  if (send.data) {
    return (
      <Dialog
        title={settingsTexts.theTestEMail}
        onClose={onClose}
        footer={<Button onClick={onClose}>{settingsTexts.close}</Button>}
      >
        <Notice tone="good">{settingsTexts.theMailServerTook({ subject: send.data.subject, to: send.data.to })}</Notice>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={settingsTexts.sendATestHeading({ heading: email.heading })}
      action={settingsTexts.sendIt}
      busy={send.isPending}
      problem={send.error}
      fields={['to']}
      onSubmit={() => send.mutate({ mail_type: email.type, to })}
      onClose={onClose}
    >
      <p className="soft">{settingsTexts.itHasMadeUp}</p>
      <TextField name="to" label={settingsTexts.to} type="email" autoFocus value={to} onChange={setTo} />
    </FormDialog>
  )
}
