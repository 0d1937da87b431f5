import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import type { EmailType } from './email-type.ts'
import { settingsTexts } from './settings-texts.ts'

/** Heading, subject and recipients of an e-mail type; empty fields use the default. */
export function EmailDialog({ email, onClose }: { email: EmailType; onClose: () => void }) {
  const save = useAction('update-email-settings')
  const [subject, setSubject] = useState(email.subject)
  const [heading, setHeading] = useState(email.heading)
  const [recipients, setRecipients] = useState(email.recipients)
  const [on, setOn] = useState(email.disable === 0)
  const addresses = recipients.split(/[\s,;]+/).filter(Boolean)
  // For a list the service names the wrong element.
  const wrong = Object.entries(save.error?.params ?? {}).find(([name]) => name.startsWith('recipients['))
  const wrongOne = wrong && addresses[Number(/\d+/.exec(wrong[0])?.[0])]
  const submit = () =>
    save.mutate(
      {
        mail_type: email.type,
        subject: subject || null,
        heading: heading || null,
        recipients: addresses.length > 0 ? addresses : null,
        disable: !on,
      },
      {
        onSuccess: () => {
          toast(settingsTexts.saved, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={sentence(email.heading)}
      action={settingsTexts.save}
      busy={save.isPending}
      problem={save.error}
      fields={['subject', 'heading', 'recipients', 'disable', ...(wrong ? [wrong[0]] : [])]}
      onSubmit={submit}
      onClose={onClose}
    >
      <CheckField name="disable" label={settingsTexts.sendThisEMail} checked={on} onChange={setOn} />
      <TextField
        name="recipients"
        label={settingsTexts.recipients}
        hint={settingsTexts.addressesDividedByCommas}
        value={recipients}
        onChange={setRecipients}
        {...(wrong && { error: `${wrongOne ?? ''}: ${wrong[1]}` })}
      />
      <TextField name="subject" label={settingsTexts.subject} value={subject} onChange={setSubject} />
      <TextField name="heading" label={settingsTexts.heading} value={heading} onChange={setHeading} />
    </FormDialog>
  )
}
