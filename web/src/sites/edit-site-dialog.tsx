import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf, InputOf } from '../../../contract/client.ts'
import { actionTexts } from '../actions/action-texts.ts'
import { runAction } from '../actions/run-action.tsx'
import { callIfUnchanged, callWithVersion } from '../api/call.ts'
import { findTags } from '../api/find.ts'
import type { Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextArea, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import type { SiteTab } from './site-tab.ts'
import { sitesTexts } from './sites-texts.ts'

const path = '/api/v2/sites/{id_or_domain}'
const names = { id_or_domain: 'site_id_or_domain' }
const reads = { surface: 'rest', method: 'GET', path, names } as const
const edits = { surface: 'rest', method: 'PUT', path: `${path}/edit`, names } as const

/** Properties stored in Flotilla only: name, client, tags, notes. Read again when it is opened, with the version that is edited. */
export function EditSiteDialog({ site, onClose }: SiteTab & { onClose: () => void }) {
  const { data, error } = useQuery<{ data: DataOf<'get-site'>; version: string }, Problem>({
    queryKey: ['edit-site', site.id],
    queryFn: () => callWithVersion('get-site', reads, { site_id_or_domain: site.id }),
    gcTime: 0,
    // What the user has typed must not be replaced.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <EditForm site={data.data} version={data.version} onClose={onClose} />
  return (
    <Dialog title={sitesTexts.editTheSite} onClose={onClose}>
      {error ? <ErrorState error={error} /> : <Loading lines={6} />}
    </Dialog>
  )
}

interface EditFormProps {
  site: DataOf<'get-site'>
  version: string
  onClose: () => void
}

function EditForm({ site, version: newest, onClose }: EditFormProps) {
  // Of what the form shows: a later version may have changes of other users.
  const [version] = useState(newest)
  const [name, setName] = useState(site.name)
  const [client, setClient] = useState(site.client_id === null ? undefined : String(site.client_id))
  const [tags, setTags] = useState(site.tags.map(({ id, name }) => ({ value: String(id), label: name })))
  const [notes, setNotes] = useState(site.notes)
  const save = useMutation<unknown, Problem, InputOf<'update-site'>>({
    mutationFn: (input) => callIfUnchanged('update-site', edits, input, version),
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'edit-site' }),
  })
  const undo = () => {
    const { id, name, notes, client_id, tags } = site
    const before = { site_id_or_domain: id, name, notes, client_id, tags: tags.map((tag) => tag.id) }
    void runAction('update-site', before, { doing: actionTexts.undoing, done: actionTexts.undone })
  }
  const submit = () =>
    save.mutate(
      {
        site_id_or_domain: site.id,
        name,
        notes,
        client_id: client === undefined ? null : Number(client),
        tags: tags.map(({ value }) => Number(value)),
      },
      {
        onSuccess: () => {
          toast(sitesTexts.saved, { tone: 'good', action: { label: actionTexts.undo, run: undo } })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={sitesTexts.editTheSite}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{sitesTexts.cancel}</Button>
          <Button tone="primary" busy={save.isPending} onClick={submit}>
            {sitesTexts.save}
          </Button>
        </>
      }
    >
      <Form problem={save.error} onSubmit={submit} fields={['name', 'client_id', 'tags', 'notes']}>
        <TextField name="name" label={sitesTexts.name} value={name} onChange={setName} />
        <div className="field">
          <span className="label">{sitesTexts.client}</span>
          <NamedPicker
            noun="client"
            value={client}
            any={sitesTexts.noClient}
            onChange={(option) => setClient(option?.value)}
          />
        </div>
        <MultiPicker
          name="tags"
          label={sitesTexts.tags}
          selected={tags}
          onChange={setTags}
          search={findTags}
          placeholder={sitesTexts.addATag}
          cacheKey="tags"
        />
        <TextArea
          name="notes"
          label={sitesTexts.notes}
          hint={sitesTexts.onlySeenHereNever}
          value={notes}
          onChange={setNotes}
        />
      </Form>
    </Dialog>
  )
}
