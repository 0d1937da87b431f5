import { useState } from 'react'
import { useAction, useList } from '../api/query.ts'
import { useAccount, useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import { incidentTexts } from './incident-texts.ts'
import type { IncidentDetail } from './incident-type.ts'

export function AddNote({ id }: { id: number }) {
  const add = useAction('add-incident-note')
  const [text, setText] = useState('')
  const submit = () => add.mutate({ incident_id: id, text }, { onSuccess: () => setText('') })
  return (
    <Form problem={add.error} onSubmit={submit} fields={['text']}>
      <TextArea name="text" label={incidentTexts.noteLabel} rows={2} value={text} onChange={setText} />
      <div>
        <Button type="submit" busy={add.isPending} disabled={text.trim() === ''}>
          {incidentTexts.addNote}
        </Button>
      </div>
    </Form>
  )
}

export function ReportText({ id, stored }: { id: number; stored: string }) {
  const save = useAction('update-incident-report')
  // What is typed stays when another user saves a text.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? stored
  const onSuccess = () => {
    setTyped(null)
    toast(incidentTexts.reportSaved, { tone: 'good' })
  }
  return (
    <Card title={incidentTexts.report}>
      <Form
        problem={save.error}
        onSubmit={() => save.mutate({ incident_id: id, report_text: text }, { onSuccess })}
        fields={['report_text']}
      >
        <TextArea
          name="report_text"
          label={incidentTexts.report}
          hint={incidentTexts.reportHint}
          rows={3}
          value={text}
          onChange={setTyped}
        />
        <div>
          <Button type="submit" busy={save.isPending} disabled={text === stored}>
            {incidentTexts.saveReport}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

export function ResolveDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const resolve = useAction('resolve-incident')
  const [note, setNote] = useState('')
  const submit = () =>
    resolve.mutate({ incident_id: incident.id, ...(note.trim() !== '' && { note }) }, { onSuccess: onClose })
  return (
    <FormDialog
      title={incidentTexts.resolveTitle}
      action={incidentTexts.resolve}
      busy={resolve.isPending}
      problem={resolve.error}
      fields={['note']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{incidentTexts.resolveHint}</p>
      {incident.status === 'down' && <Notice tone="warn">{incidentTexts.resolveDown}</Notice>}
      <TextArea name="note" label={incidentTexts.resolveNote} rows={3} autoFocus value={note} onChange={setNote} />
    </FormDialog>
  )
}

export function ReopenDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const reopen = useAction('reopen-incident')
  const [note, setNote] = useState('')
  const submit = () =>
    reopen.mutate({ incident_id: incident.id, ...(note.trim() !== '' && { note }) }, { onSuccess: onClose })
  return (
    <FormDialog
      title={incidentTexts.reopenTitle}
      action={incidentTexts.reopen}
      busy={reopen.isPending}
      problem={reopen.error}
      fields={['note']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea name="note" label={incidentTexts.reopenNote} rows={3} autoFocus value={note} onChange={setNote} />
    </FormDialog>
  )
}

/** Selects a user; callers who may not list users enter the login. */
export function AssignDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const assign = useAction('assign-incident')
  const can = useCan()
  const mayList = can('list-users')
  const { user } = useAccount()
  const people = useList('list-users', { per_page: 100, status: 'active' }, { enabled: mayList })
  const [login, setLogin] = useState(incident.handling.assigned_to ?? user?.login ?? '')
  const submit = () =>
    assign.mutate({ incident_id: incident.id, user: login === '' ? null : login }, { onSuccess: onClose })
  const field = { name: 'user', label: incidentTexts.assignee, value: login, onChange: setLogin }
  const options = (people.data?.rows ?? []).map((each) => ({
    value: each.login,
    label: each.name ? `${each.name} (${each.login})` : each.login,
  }))
  return (
    <FormDialog
      title={incidentTexts.assignTitle}
      action={login === '' ? incidentTexts.unassign : incidentTexts.assign}
      busy={assign.isPending}
      problem={assign.error ?? people.error}
      fields={['user']}
      onSubmit={submit}
      onClose={onClose}
    >
      {mayList ? (
        <SelectField {...field} options={[{ value: '', label: incidentTexts.notAssigned }, ...options]} />
      ) : (
        <TextField {...field} hint={incidentTexts.assigneeHint} autoFocus autoComplete="off" />
      )}
    </FormDialog>
  )
}
