import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { useAccount } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Notice } from '../ui/notice.tsx'
import type { EmailType } from './email-type.ts'

/** Sends a test e-mail and shows the answer of the mail server. */
export function TestEmailDialog({ email, onClose }: { email: EmailType; onClose: () => void }) {
  const send = useAction('send-test-email')
  const { user } = useAccount()
  const [to, setTo] = useState(user?.email ?? '')
  if (send.data) {
    return (
      <Dialog title="The test e-mail is on its way" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
        <Notice tone="good">
          The mail server took “{send.data.subject}” for {send.data.to}. If it does not arrive, look into the spam
          folder.
        </Notice>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={`Send a test: ${email.heading}`}
      action="Send it"
      busy={send.isPending}
      problem={send.error}
      fields={['to']}
      onSubmit={() => send.mutate({ mail_type: email.type, to })}
      onClose={onClose}
    >
      <p className="soft">It has made-up contents and goes to one address only.</p>
      <TextField name="to" label="To" type="email" autoFocus value={to} onChange={setTo} />
    </FormDialog>
  )
}
