import { useState } from 'react'
import { actionTexts } from '../actions/action-texts.ts'
import { runAction } from '../actions/run-action.tsx'
import { findTags } from '../api/find.ts'
import { useAction } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextArea, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { toast } from '../ui/toast.tsx'
import type { SiteTab } from './site-tab.ts'

/** Properties stored in Flotilla only: name, client, tags, notes. */
export function EditSiteDialog({ site, onClose }: SiteTab & { onClose: () => void }) {
  const [name, setName] = useState(site.name)
  const [client, setClient] = useState(site.client_id === null ? undefined : String(site.client_id))
  const [tags, setTags] = useState(site.tags.map(({ id, name }) => ({ value: String(id), label: name })))
  const [notes, setNotes] = useState(site.notes)
  const save = useAction('update-site')
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
          toast('Saved.', { tone: 'good', action: { label: actionTexts.undo, run: undo } })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title="Edit the site"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <Form problem={save.error} onSubmit={submit} fields={['name', 'client_id', 'tags', 'notes']}>
        <TextField name="name" label="Name" value={name} onChange={setName} />
        <div className="field">
          <span className="label">Client</span>
          <NamedPicker noun="client" value={client} any="No client" onChange={(option) => setClient(option?.value)} />
        </div>
        <MultiPicker
          name="tags"
          label="Tags"
          selected={tags}
          onChange={setTags}
          search={findTags}
          placeholder="Add a tag"
          cacheKey="tags"
        />
        <TextArea
          name="notes"
          label="Notes"
          hint="Only seen here, never sent to the site."
          value={notes}
          onChange={setNotes}
        />
      </Form>
    </Dialog>
  )
}
