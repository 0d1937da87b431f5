import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextArea } from '../ui/form/fields.tsx'
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
  const [text, setText] = useState(stored)
  const onSuccess = () => toast(incidentTexts.reportSaved, { tone: 'good' })
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
          onChange={setText}
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
