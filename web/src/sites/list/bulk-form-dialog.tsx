import { useState } from 'react'
import BulkDialog, { type BulkDialogProps } from '../../fleet/bulk-dialog.tsx'
import { NamedPicker } from '../../fleet/named-picker.tsx'
import type { SiteChoice } from '../../fleet/site-choice.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextArea } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { bulkActionTexts as texts } from './bulk-action-texts.ts'

type Planned = Pick<BulkDialogProps, 'action' | 'title' | 'label'> & { options?: Record<string, unknown> }

/** Actions whose plan needs no further input. */
const plain = {
  sync: (sites: string): Planned => ({ action: 'sync', title: texts.syncSites({ sites }), label: texts.sync }),
  check: (sites: string): Planned => ({ action: 'check', title: texts.checkSites({ sites }), label: texts.check }),
  'run-updates': (sites: string): Planned => ({
    action: 'run-updates',
    title: texts.updateSites({ sites }),
    label: texts.update,
  }),
  suspend: (sites: string): Planned => ({
    action: 'suspend',
    title: texts.suspendSites({ sites }),
    label: texts.suspend,
  }),
  unsuspend: (sites: string): Planned => ({
    action: 'unsuspend',
    title: texts.unsuspendSites({ sites }),
    label: texts.unsuspend,
  }),
  reconnect: (sites: string): Planned => ({
    action: 'reconnect',
    title: texts.reconnectSites({ sites }),
    label: texts.reconnect,
  }),
  'monitoring-on': (sites: string): Planned => ({
    action: 'change-monitor-settings',
    options: { active: true },
    title: texts.monitorSites({ sites }),
    label: texts.switchOn,
  }),
  'monitoring-off': (sites: string): Planned => ({
    action: 'change-monitor-settings',
    options: { active: false },
    title: texts.stopMonitoring({ sites }),
    label: texts.switchOff,
  }),
  delete: (sites: string): Planned => ({ action: 'delete', title: texts.deleteSites({ sites }), label: texts.delete }),
}

export type BulkForm = keyof typeof plain | 'assign-client' | 'write-notes'

/** Asks for what an action needs, then shows its plan. */
export default function BulkFormDialog({
  form,
  choice,
  sites,
  onClose,
}: {
  form: BulkForm
  choice: SiteChoice
  /** "12 sites" */
  sites: string
  onClose: () => void
}) {
  const [client, setClient] = useState<string>()
  const [notes, setNotes] = useState('')
  const [entered, setEntered] = useState<Planned | null>(null)
  const planned = form === 'assign-client' || form === 'write-notes' ? entered : plain[form](sites)
  if (planned) return <BulkDialog {...planned} choice={choice} onClose={onClose} />
  const isClient = form === 'assign-client'
  const title = isClient ? texts.assignTo({ sites }) : texts.notesOf({ sites })
  const submit = () =>
    setEntered(
      isClient
        ? {
            action: 'assign-client',
            options: { client_id: client === undefined ? null : Number(client) },
            title,
            label: texts.assign,
          }
        : { action: 'write-notes', options: { notes }, title, label: texts.write },
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="primary" onClick={submit}>
            {texts.next}
          </Button>
        </>
      }
    >
      <Form problem={null} onSubmit={submit}>
        {isClient ? (
          <div className="field">
            <span className="label">{texts.client}</span>
            <NamedPicker
              noun="client"
              value={client}
              any={texts.noClient}
              onChange={(option) => setClient(option?.value)}
            />
          </div>
        ) : (
          <TextArea name="notes" label={texts.notes} hint={texts.notesHint} rows={5} value={notes} onChange={setNotes} />
        )}
      </Form>
    </Dialog>
  )
}
