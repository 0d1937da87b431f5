import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { IconRefresh, IconTrash } from '../ui/icons.ts'
import { toast } from '../ui/toast.tsx'
import { SourceBadge } from '../vulnerabilities/knowledge-notice.tsx'
import { type ReadSource, readSource, SourceState, type State } from './source-state.tsx'
import { sourceTexts } from './source-texts.ts'

/** A source with an address, and a box that switches it on if it has one. */
export function SourceForm({
  title,
  hint,
  source,
  state,
  isSetUp,
  check,
  address,
  removal,
}: {
  title: string
  hint: string
  /** Missing: it is not read as a whole. */
  source?: ReadSource
  state?: State | undefined
  isSetUp: boolean
  check?: { name: 'use_wpvulnerability' | 'check_directory'; label: string; value: boolean }
  address: { name: 'wpvulnerability_url' | 'vulnerability_feed_url' | 'directory_url'; value: string }
  /** The question before the address is removed. */
  removal?: { title: string; text: string }
}) {
  const save = useAction('update-vulnerability-settings')
  const [typed, setTyped] = useState(address.value)
  const [isChecked, setChecked] = useState(check?.value ?? false)
  const isChanged = typed.trim() !== address.value || isChecked !== (check?.value ?? false)
  const store = (input: Record<string, string | boolean | null>) =>
    save.mutate(input, { onSuccess: () => void toast(sourceTexts.saved, { tone: 'good' }) })
  const submit = () => store({ [address.name]: typed.trim(), ...(check && { [check.name]: isChecked }) })
  const remove = async () => {
    if (!removal || !(await confirm({ ...removal, action: sourceTexts.remove, tone: 'danger' }))) return
    store({ [address.name]: null })
  }
  return (
    <Card title={title} actions={state && <SourceBadge {...state} />}>
      <Form problem={save.error} fields={[address.name, ...(check ? [check.name] : [])]} onSubmit={submit}>
        <p className="soft">{hint}</p>
        {check && <CheckField name={check.name} label={check.label} checked={isChecked} onChange={setChecked} />}
        <TextField
          name={address.name}
          label={sourceTexts.address}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
        <SourceState state={state} />
        <div className="line">
          <Button type="submit" tone="primary" busy={save.isPending} disabled={!isChanged}>
            {sourceTexts.save}
          </Button>
          {source && isSetUp && (
            <Button icon={IconRefresh} onClick={() => void readSource(source)}>
              {sourceTexts.readNow}
            </Button>
          )}
          {removal && isSetUp && (
            <Button icon={IconTrash} onClick={() => void remove()}>
              {sourceTexts.remove}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  )
}
