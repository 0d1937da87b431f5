import { useState } from 'react'
import BulkDialog, { type BulkDialogProps } from '../../fleet/bulk-dialog.tsx'
import { NamedPicker } from '../../fleet/named-picker.tsx'
import type { SiteChoice } from '../../fleet/site-choice.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextArea } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { bulkActionTexts } from './bulk-action-texts.ts'

type Planned = Pick<BulkDialogProps, 'action' | 'title' | 'label'> & { options?: Record<string, unknown> }

/** Actions whose plan needs no further input. */
const plain = {
  sync: (sites: string): Planned => ({
    action: 'sync',
    title: bulkActionTexts.syncSites({ sites }),
    label: bulkActionTexts.sync,
  }),
  check: (sites: string): Planned => ({
    action: 'check',
    title: bulkActionTexts.checkSites({ sites }),
    label: bulkActionTexts.check,
  }),
  'run-updates': (sites: string): Planned => ({
    action: 'run-updates',
    title: bulkActionTexts.updateSites({ sites }),
    label: bulkActionTexts.update,
  }),
  suspend: (sites: string): Planned => ({
    action: 'suspend',
    title: bulkActionTexts.suspendSites({ sites }),
    label: bulkActionTexts.suspend,
  }),
  unsuspend: (sites: string): Planned => ({
    action: 'unsuspend',
    title: bulkActionTexts.unsuspendSites({ sites }),
    label: bulkActionTexts.unsuspend,
  }),
  reconnect: (sites: string): Planned => ({
    action: 'reconnect',
    title: bulkActionTexts.reconnectSites({ sites }),
    label: bulkActionTexts.reconnect,
  }),
  'monitoring-on': (sites: string): Planned => ({
    action: 'change-monitor-settings',
    options: { active: true },
    title: bulkActionTexts.monitorSites({ sites }),
    label: bulkActionTexts.switchOn,
  }),
  'monitoring-off': (sites: string): Planned => ({
    action: 'change-monitor-settings',
    options: { active: false },
    title: bulkActionTexts.stopMonitoring({ sites }),
    label: bulkActionTexts.switchOff,
  }),
  delete: (sites: string): Planned => ({
    action: 'delete',
    title: bulkActionTexts.deleteSites({ sites }),
    label: bulkActionTexts.delete,
  }),
}

export type BulkForm = keyof typeof plain | 'assign-client' | 'write-notes'

/** Asks for what an action needs, then shows its plan. */
export default function BulkFormDialog({
  form,
  choice,
  sites,
  onClose,
  onDone,
}: {
  form: BulkForm
  choice: SiteChoice
  /** "12 sites" */
  sites: string
  onClose: () => void
  onDone: () => void
}) {
  const [client, setClient] = useState<string>()
  const [notes, setNotes] = useState('')
  const [entered, setEntered] = useState<Planned | null>(null)
  const planned = form === 'assign-client' || form === 'write-notes' ? entered : plain[form](sites)
  if (planned) return <BulkDialog {...planned} choice={choice} onClose={onClose} onDone={onDone} />
  const isClient = form === 'assign-client'
  const title = isClient ? bulkActionTexts.assignTo({ sites }) : bulkActionTexts.notesOf({ sites })
  const submit = () =>
    setEntered(
      isClient
        ? {
            action: 'assign-client',
            options: { client_id: client === undefined ? null : Number(client) },
            title,
            label: bulkActionTexts.assign,
          }
        : { action: 'write-notes', options: { notes }, title, label: bulkActionTexts.write },
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{bulkActionTexts.cancel}</Button>
          <Button tone="primary" onClick={submit}>
            {bulkActionTexts.next}
          </Button>
        </>
      }
    >
      <Form problem={null} onSubmit={submit}>
        {isClient ? (
          <div className="field">
            <span className="label">{bulkActionTexts.client}</span>
            <NamedPicker
              noun="client"
              value={client}
              any={bulkActionTexts.noClient}
              onChange={(option) => setClient(option?.value)}
            />
          </div>
        ) : (
          <TextArea
            name="notes"
            label={bulkActionTexts.notes}
            hint={bulkActionTexts.notesHint}
            rows={5}
            value={notes}
            onChange={setNotes}
          />
        )}
      </Form>
    </Dialog>
  )
}
