import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DryRun } from '../../../contract/client.ts'
import { plan } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { useAction } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextArea, TextField } from '../ui/form/fields.tsx'
import type { Period } from '../ui/form/period-choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import { parseAddresses } from './parse-addresses.ts'
import { reportTexts } from './report-texts.ts'
import type { Subject } from './report-url.ts'
import { reportsTexts } from './reports-texts.ts'

/** Sends the report as a PDF, after showing recipients and obstacles from the plan. */
export function EmailReportDialog({
  subject: { kind, id },
  name,
  period,
  onClose,
}: {
  subject: Subject
  name: string
  period: Period
  onClose: () => void
}) {
  const [values, setValues] = useState({ to: '', subject: '', message: '' })
  const client = useAction('email-client-report')
  const site = useAction('email-site-report')
  const { data, error } = useQuery<DryRun, Problem>({
    queryKey: ['plan', 'email-report', kind, id, period],
    queryFn: ({ signal }) =>
      kind === 'client'
        ? plan('email-client-report', { client_id_or_email: id, ...period }, { signal })
        : plan('email-site-report', { site_id_or_domain: id, ...period }, { signal }),
    staleTime: 0,
  })
  const [usual] = (data?.would_affect ?? []) as { to: string; subject: string; attachment: string }[]
  const field = (key: keyof typeof values) => ({
    name: key,
    value: values[key],
    onChange: (value: string) => setValues({ ...values, [key]: value }),
  })
  const submit = () => {
    const to = parseAddresses(values.to)
    const letter = {
      ...period,
      ...(to.length > 0 && { to }),
      ...(values.subject.trim() !== '' && { subject: values.subject.trim() }),
      ...(values.message.trim() !== '' && { message: values.message.trim() }),
    }
    const onSuccess = ({ to, rejected }: { to: string[]; rejected: string[] }) => {
      const addresses = to.join(', ')
      if (rejected.length === 0) toast(reportTexts.sent({ addresses }), { tone: 'good' })
      else toast(reportTexts.sentInPart({ addresses, refused: rejected.join(', ') }), { tone: 'partial' })
      onClose()
    }
    if (kind === 'client') client.mutate({ client_id_or_email: id, ...letter }, { onSuccess })
    else site.mutate({ site_id_or_domain: id, ...letter }, { onSuccess })
  }
  const save = kind === 'client' ? client : site
  return (
    <FormDialog
      title={reportsTexts.sendTheReportAbout({ name })}
      action={save.isPending ? reportsTexts.sending : reportsTexts.send}
      busy={save.isPending}
      problem={save.error}
      fields={['to', 'subject', 'message']}
      onSubmit={submit}
      onClose={onClose}
    >
      {data?.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {sentence(warning)}
        </Notice>
      ))}
      {error && values.to === '' && <Notice tone="note">{error.message}</Notice>}
      <TextField
        label={reportsTexts.to}
        type="email"
        multiple
        placeholder={usual?.to ?? 'name@example.org'}
        hint={usual ? reportsTexts.emptyToSeveralWith({ to: usual.to }) : reportsTexts.severalWithCommasBetween}
        {...field('to')}
      />
      <TextField
        label={reportsTexts.subject}
        placeholder={usual?.subject}
        hint={reportsTexts.emptyAsInThe}
        {...field('subject')}
      />
      <TextArea label={reportsTexts.message} hint={reportsTexts.emptyAsInTheSettings} {...field('message')} />
    </FormDialog>
  )
}
