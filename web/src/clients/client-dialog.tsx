import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useList, useOperation } from '../api/query.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { ClientFields } from './client-fields.tsx'
import { type ClientValues, clientChanges, clientValuesOf, textFields } from './client-form-values.ts'
import { clientsTexts } from './clients-texts.ts'
import { contactFieldNames } from './contact-fields.tsx'
import { findOwnedSites, type OwnedSite } from './owned-sites.ts'

/** Adds a client, or edits the one with `clientId`. */
export function ClientDialog({ clientId, onClose }: { clientId?: number; onClose: () => void }) {
  const existing = useOperation(
    'get-client',
    { client_id_or_email: clientId ?? 0 },
    { enabled: clientId !== undefined },
  )
  const fields = useList('list-client-fields', { per_page: 100 })
  const title =
    clientId === undefined
      ? clientsTexts.addAClient
      : clientsTexts.editClient({ name: existing.data?.name ?? clientsTexts.theClient })
  const error = existing.error ?? fields.error
  const ready = fields.data && (clientId === undefined || existing.data)
  if (ready) {
    const before = clientValuesOf(existing.data)
    const names = fields.data.rows.map(({ name, description }) => ({ name, description }))
    return <ClientForm {...{ title, clientId, before, custom: names, onClose }} />
  }
  return (
    <Dialog title={title} wide onClose={onClose}>
      {error ? <ErrorState error={error} /> : <Loading lines={8} />}
    </Dialog>
  )
}

function ClientForm({
  title,
  clientId,
  before,
  custom,
  onClose,
}: {
  title: string
  clientId: number | undefined
  before: ClientValues
  custom: { name: string; description: string }[]
  onClose: () => void
}) {
  const [start] = useState(before)
  const [values, setValues] = useState(before)
  const [sites, setSites] = useState<OwnedSite[]>([])
  const add = useAction('add-client')
  const update = useAction('update-client')
  const navigate = useNavigate()
  const save = clientId === undefined ? add : update
  const submit = () => {
    const changes = clientChanges(start, values)
    const done = (text: string) => {
      toast(text, { tone: 'good' })
      onClose()
    }
    if (clientId !== undefined) {
      return update.mutate(
        { client_id_or_email: clientId, ...changes },
        { onSuccess: ({ name }) => done(clientsTexts.nameIsSaved({ name })) },
      )
    }
    const selected = sites.length > 0 && { selected_sites: sites.map(({ value }) => Number(value)) }
    add.mutate(
      { ...changes, name: values.name.trim(), ...selected },
      {
        onSuccess({ id, name }) {
          done(clientsTexts.nameIsAdded({ name }))
          void navigate({ to: '/clients/$clientId', params: { clientId: String(id) } })
        },
      },
    )
  }
  const leaving = sites.flatMap(({ label, client }) =>
    client ? [clientsTexts.leaves({ name: label, client: client.name })] : [],
  )
  return (
    <FormDialog
      title={title}
      action={clientId === undefined ? clientsTexts.addTheClient : clientsTexts.save}
      wide
      busy={save.isPending}
      problem={save.error}
      fields={[...textFields, 'selected_sites', ...contactFieldNames(values.contacts)]}
      onSubmit={submit}
      onClose={onClose}
    >
      <ClientFields values={values} onChange={setValues} custom={custom} />
      {clientId === undefined && (
        <MultiPicker
          name="selected_sites"
          label={clientsTexts.sites}
          {...(leaving.length > 0 && { hint: leaving.join(' ') })}
          placeholder={clientsTexts.addASite}
          cacheKey="sites-for-client"
          selected={sites}
          onChange={setSites}
          search={(text) => findOwnedSites(text)}
        />
      )}
    </FormDialog>
  )
}
