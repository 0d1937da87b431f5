import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { useAccount } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Notice } from '../ui/notice.tsx'
import { mailServerTexts } from './mail-server-texts.ts'
import type { ServerInput } from './mail-server-type.ts'

/** Sends a test e-mail and shows the answer of the mail server. */
export function TestMailServerDialog({ server, onClose }: { server: ServerInput; onClose: () => void }) {
  const send = useAction('test-mail-server')
  const { user } = useAccount()
  const [to, setTo] = useState(user?.email ?? '')
  if (send.data)
    return (
      <Dialog
        title={mailServerTexts.testTitle}
        onClose={onClose}
        footer={<Button onClick={onClose}>{mailServerTexts.close}</Button>}
      >
        <Notice tone="good">
          {mailServerTexts.testDone({ to: send.data.to })}
          <br />
          <code>{send.data.answer}</code>
        </Notice>
      </Dialog>
    )
  return (
    <FormDialog
      title={mailServerTexts.testTitle}
      action={mailServerTexts.send}
      busy={send.isPending}
      problem={send.error}
      fields={['to']}
      onSubmit={() => send.mutate({ ...server, to })}
      onClose={onClose}
    >
      <p className="soft">{mailServerTexts.testHint}</p>
      <TextField name="to" label={mailServerTexts.to} type="email" autoFocus value={to} onChange={setTo} />
    </FormDialog>
  )
}
