import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { callWhole, type RowOf } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { CopyOnce } from '../ui/copy-once.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { momentOf } from '../ui/format/day.ts'
import { accessTexts } from './access-texts.ts'
import { keyTexts } from './key-texts.ts'
import { LimitFields, limitFieldNames, limitInput, readLimits } from './limit-fields.tsx'
import { type Scope, scopes } from './role-labels.ts'

// Few keys have a pair.
const CompatiblePair = lazy(async () => ({ default: (await import('./compatible-pair.tsx')).CompatiblePair }))

export type ApiKey = RowOf<'list-keys'>

/** Creates an API key and shows it once, or changes the scopes of an existing key. */
export function KeyDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const [description, setDescription] = useState(apiKey?.description ?? '')
  const [selected, setSelected] = useState<readonly Scope[]>(apiKey?.scopes ?? ['read'])
  const [limits, setLimits] = useState(readLimits(apiKey))
  const [until, setUntil] = useState(apiKey?.expires_at?.slice(0, 10) ?? '')
  const [isCompatible, setCompatible] = useState(false)
  const [isForAgent, setForAgent] = useState(false)
  const [changes, setChanges] = useState(apiKey?.change_tier ?? 'automatic')
  const [destroys, setDestroys] = useState(apiKey?.destroy_tier ?? 'automatic')
  const save = useMutation<Record<string, unknown>, Problem>({
    mutationFn: () =>
      callWhole(apiKey ? 'update-key' : 'add-key', {
        ...(apiKey && { id: apiKey.id }),
        description,
        scopes: selected,
        ...(isCompatible && { compatible: true }),
        ...(isForAgent && { for_agent: true }),
        ...(apiKey && { change_tier: changes, destroy_tier: destroys }),
        ...limitInput(limits),
        // A key expires at the end of the day, in the viewer's time zone.
        expires_at: until === '' ? null : momentOf(`${until}T23:59:59`),
      }),
    onSuccess: () => apiKey && onClose(),
    onSettled: () => queries.invalidateQueries(),
  })
  const { token, consumer_key, consumer_secret } = (apiKey ? undefined : save.data) ?? {}
  const hasPair = typeof consumer_key === 'string' && typeof consumer_secret === 'string'
  if (typeof token === 'string') {
    return (
      <Dialog
        title={keyTexts.newKey}
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={onClose}>
            {hasPair ? keyTexts.allCopied : keyTexts.copied}
          </Button>
        }
      >
        <div className="stack">
          <CopyOnce secret={token} what={keyTexts.token} />
          <p className="soft">{keyTexts.howToSend({ code: (text) => <code>{text}</code> })}</p>
          {hasPair && (
            <Suspense>
              <CompatiblePair consumerKey={consumer_key} consumerSecret={consumer_secret} />
            </Suspense>
          )}
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={apiKey ? apiKey.description || accessTexts.keyId({ id: apiKey.id }) : accessTexts.makeAnApiKey}
      action={apiKey ? accessTexts.save : accessTexts.makeTheKey}
      busy={save.isPending}
      problem={save.error}
      fields={[
        'description',
        'scopes',
        'compatible',
        'for_agent',
        'change_tier',
        'destroy_tier',
        ...limitFieldNames,
        'expires_at',
      ]}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        name="description"
        label={accessTexts.whatItIsFor}
        autoFocus
        autoComplete="off"
        value={description}
        onChange={setDescription}
      />
      <fieldset className="bare stack-tight">
        <legend className="label">{accessTexts.whatItMayDo}</legend>
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
      {apiKey ? (
        <>
          <TierField name="change_tier" label={keyTexts.changes} value={changes} onChange={setChanges} />
          <TierField name="destroy_tier" label={keyTexts.destroys} value={destroys} onChange={setDestroys} />
        </>
      ) : (
        <CheckField
          name="for_agent"
          label={keyTexts.forAgent}
          hint={keyTexts.forAgentHint}
          checked={isForAgent}
          onChange={setForAgent}
        />
      )}
      <LimitFields limits={limits} onChange={setLimits} />
      <TextField
        name="expires_at"
        label={accessTexts.worksUntil}
        hint={accessTexts.leftEmptyItWorks}
        type="date"
        value={until}
        onChange={setUntil}
      />
      {apiKey === null && (
        <CheckField
          name="compatible"
          label={keyTexts.compatible}
          hint={keyTexts.compatibleHint}
          checked={isCompatible}
          onChange={setCompatible}
        />
      )}
    </FormDialog>
  )
}

type Tier = ApiKey['change_tier']

const tiers: readonly { value: Tier; label: string }[] = [
  { value: 'automatic', label: keyTexts.automatic },
  { value: 'ask', label: keyTexts.ask },
  { value: 'never', label: keyTexts.never },
]

interface TierFieldProps {
  name: string
  label: string
  value: Tier
  onChange: (tier: Tier) => void
}

function TierField({ onChange, ...field }: TierFieldProps) {
  const select = (text: string) => onChange(tiers.find(({ value }) => value === text)?.value ?? 'ask')
  return <SelectField {...field} options={tiers} onChange={select} />
}
