import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callWhole, type RowOf } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { findNamed } from '../fleet/named-picker.tsx'
import { Button } from '../ui/button.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, type Option, TextField } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { type Scope, scopes } from './role-labels.ts'

export type ApiKey = RowOf<'list-keys'>

const numbered = (noun: string, ids: readonly number[] | null): Option[] =>
  (ids ?? []).map((id) => ({ value: String(id), label: `${noun} ${id}` }))

const numbersOrAll = (options: readonly Option[]) =>
  options.length === 0 ? null : options.map(({ value }) => Number(value))

/** Creates an API key and shows it once, or changes the scopes of an existing key. */
export function KeyDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const [description, setDescription] = useState(apiKey?.description ?? '')
  const [selected, setSelected] = useState<readonly Scope[]>(apiKey?.scopes ?? ['read'])
  const [sites, setSites] = useState(numbered('Site', apiKey?.site_ids ?? null))
  const [tags, setTags] = useState(numbered('Tag', apiKey?.tag_ids ?? null))
  const [until, setUntil] = useState(apiKey?.expires_at?.slice(0, 10) ?? '')
  const save = useMutation<Record<string, unknown>, Problem>({
    mutationFn: () =>
      callWhole(apiKey ? 'update-key' : 'add-key', {
        ...(apiKey && { id: apiKey.id }),
        description,
        scopes: selected,
        site_ids: numbersOrAll(sites),
        tag_ids: numbersOrAll(tags),
        // A key expires at the end of the day, in the viewer's time zone.
        expires_at: until === '' ? null : new Date(`${until}T23:59:59`).toISOString(),
      }),
    onSuccess: () => apiKey && onClose(),
    onSettled: () => queries.invalidateQueries(),
  })
  const token = apiKey ? undefined : save.data?.token
  if (typeof token === 'string') {
    return (
      <Dialog
        title="The new key"
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <div className="stack">
          <CopyOnce secret={token} what="The key" />
          <p className="soft">
            Programs send it as <code>Authorization: Bearer …</code>
          </p>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={apiKey ? apiKey.description || `Key ${apiKey.id}` : 'Make an API key'}
      action={apiKey ? 'Save' : 'Make the key'}
      busy={save.isPending}
      problem={save.error}
      fields={['description', 'scopes', 'site_ids', 'tag_ids', 'expires_at']}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        name="description"
        label="What it is for"
        autoFocus
        autoComplete="off"
        value={description}
        onChange={setDescription}
      />
      <fieldset className="bare stack-tight">
        <legend className="label">What it may do</legend>
        {scopes.map(({ value, label, hint }) => (
          <CheckField
            key={value}
            name="scopes"
            label={label}
            hint={hint}
            checked={selected.includes(value)}
            onChange={(on) => setSelected(on ? [...selected, value] : selected.filter((each) => each !== value))}
          />
        ))}
      </fieldset>
      <MultiPicker
        name="site_ids"
        label="Only these sites"
        placeholder="All sites"
        cacheKey="key-sites"
        selected={sites}
        onChange={setSites}
        search={(text) => findNamed('site', text)}
      />
      <MultiPicker
        name="tag_ids"
        label="Only sites with these tags"
        placeholder="All tags"
        cacheKey="key-tags"
        selected={tags}
        onChange={setTags}
        search={(text) => findNamed('tag', text)}
      />
      <TextField
        name="expires_at"
        label="Works until"
        hint="Left empty, it works until it is switched off."
        type="date"
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  )
}
