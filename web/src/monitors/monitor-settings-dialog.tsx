import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAction, useOperation } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { monitorsTexts } from './monitors-texts.ts'
import { monitorFieldNames, SettingsFields } from './settings-fields.tsx'
import { inputOf, monitorValuesOf } from './settings-values.ts'

const retries = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

interface Props {
  siteId: number
  siteName: string
  onClose: () => void
}

/** Settings of one monitor; empty fields inherit the default. */
export function MonitorSettingsDialog(props: Props) {
  const { data, error } = useOperation('get-monitor-settings', { site_id_or_domain: props.siteId })
  const { data: all, error: otherError } = useOperation('get-global-monitor-settings', {})
  if (data && all) return <SettingsForm {...props} known={data} all={all} />
  return (
    <Dialog wide title={monitorsTexts.howSitenameIsChecked({ siteName: props.siteName })} onClose={props.onClose}>
      {error || otherError ? <ErrorState error={error ?? otherError} /> : <Loading lines={6} />}
    </Dialog>
  )
}

function SettingsForm({
  siteId,
  siteName,
  onClose,
  known: { monitor_id: _, effective: __, monitoring_emails, ...own },
  all,
}: Props & { known: DataOf<'get-monitor-settings'>; all: DataOf<'get-global-monitor-settings'> }) {
  const [values, setValues] = useState(() => monitorValuesOf(own))
  const [emails, setEmails] = useState(monitoring_emails.join(', '))
  const save = useAction('update-monitor-settings')
  const submit = () =>
    save.mutate(
      {
        site_id_or_domain: siteId,
        ...inputOf(values),
        monitoring_emails: emails.split(/[\s,;]+/).filter((email) => email !== ''),
      },
      {
        onSuccess: () => {
          toast(monitorsTexts.savedHowSitenameIs({ siteName }), { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Dialog
      wide
      title={monitorsTexts.howSitenameIsChecked({ siteName })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{monitorsTexts.cancel}</Button>
          <Button tone="primary" busy={save.isPending} onClick={submit}>
            {monitorsTexts.save}
          </Button>
        </>
      }
    >
      <Form problem={save.error} onSubmit={submit} fields={[...monitorFieldNames, 'monitoring_emails']}>
        <SettingsFields
          values={values}
          onChange={(change) => setValues({ ...values, ...change })}
          inherited={all}
          retries={retries}
        />
        <TextField
          name="monitoring_emails"
          label={monitorsTexts.whoElseHearsWhen}
          hint={monitorsTexts.eMailAddressesWith}
          value={emails}
          onChange={setEmails}
        />
      </Form>
    </Dialog>
  )
}
