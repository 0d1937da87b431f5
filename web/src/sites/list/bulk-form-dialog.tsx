import { useState } from 'react'
import BulkDialog, { type BulkDialogProps } from '../../fleet/bulk-dialog.tsx'
import { NamedPicker } from '../../fleet/named-picker.tsx'
import type { SiteChoice } from '../../fleet/site-choice.ts'
import { SettingsFields } from '../../monitors/settings-fields.tsx'
import { changesOf, emptyValues } from '../../monitors/settings-values.ts'
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

/** Actions that need input first. */
const forms = ['assign-client', 'write-notes', 'monitor-settings'] as const
type InputForm = (typeof forms)[number]
export type BulkForm = keyof typeof plain | InputForm

const needsInput = (form: BulkForm): form is InputForm => (forms as readonly string[]).includes(form)
const retries = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

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
  const [settings, setSettings] = useState(emptyValues)
  const [entered, setEntered] = useState<Planned | null>(null)
  const planned = needsInput(form) ? entered : plain[form](sites)
  if (planned) return <BulkDialog {...planned} choice={choice} onClose={onClose} onDone={onDone} />
  const inputs: Record<InputForm, Planned> = {
    'assign-client': {
      action: 'assign-client',
      options: { client_id: client === undefined ? null : Number(client) },
      title: bulkActionTexts.assignTo({ sites }),
      label: bulkActionTexts.assign,
    },
    'write-notes': {
      action: 'write-notes',
      options: { notes },
      title: bulkActionTexts.notesOf({ sites }),
      label: bulkActionTexts.write,
    },
    'monitor-settings': {
      action: 'change-monitor-settings',
      options: changesOf(settings),
      title: bulkActionTexts.monitorSettingsOf({ sites }),
      label: bulkActionTexts.change,
    },
  }
  const input = inputs[form as InputForm]
  const isEmpty = form === 'monitor-settings' && Object.keys(input.options ?? {}).length === 0
  const submit = () => !isEmpty && setEntered(input)
  return (
    <Dialog
      wide={form === 'monitor-settings'}
      title={input.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{bulkActionTexts.cancel}</Button>
          <Button tone="primary" disabled={isEmpty} onClick={submit}>
            {bulkActionTexts.next}
          </Button>
        </>
      }
    >
      <Form problem={null} onSubmit={submit}>
        {form === 'assign-client' && (
          <div className="field">
            <span className="label">{bulkActionTexts.client}</span>
            <NamedPicker
              noun="client"
              value={client}
              any={bulkActionTexts.noClient}
              onChange={(option) => setClient(option?.value)}
            />
          </div>
        )}
        {form === 'write-notes' && (
          <TextArea
            name="notes"
            label={bulkActionTexts.notes}
            hint={bulkActionTexts.notesHint}
            rows={5}
            value={notes}
            onChange={setNotes}
          />
        )}
        {form === 'monitor-settings' && (
          <SettingsFields
            forMany
            values={settings}
            onChange={(change) => setSettings({ ...settings, ...change })}
            retries={retries}
          />
        )}
      </Form>
    </Dialog>
  )
}
