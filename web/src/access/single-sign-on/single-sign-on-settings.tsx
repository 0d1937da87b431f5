import { useState } from 'react'
import type { DataOf } from '../../../../contract/client.ts'
import { useAction, useOperation } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField, TextField } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { GroupMappings } from './group-mappings.tsx'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

type Settings = DataOf<'get-single-sign-on'>

export default function SingleSignOnSettings() {
  const { data, error, refetch } = useOperation('get-single-sign-on', {})
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  return <SettingsFields settings={data} />
}

function SettingsFields({ settings }: { settings: Settings }) {
  const save = useAction('update-single-sign-on')
  const [values, setValues] = useState(() => ({
    enabled: settings.enabled,
    name: settings.name,
    issuer: settings.issuer,
    client_id: settings.client_id,
    scopes: settings.scopes,
    group_claim: settings.group_claim,
    mappings: settings.mappings,
  }))
  const [secret, setSecret] = useState('')
  const [keyDays, setKeyDays] = useState(String(settings.key_days))
  const set = (changes: Partial<typeof values>) => setValues((present) => ({ ...present, ...changes }))
  const submit = () =>
    save.mutate(
      { ...values, key_days: Number(keyDays), ...(secret && { client_secret: secret }) },
      {
        onSuccess: () => {
          setSecret('')
          toast(singleSignOnTexts.saved, { tone: 'good' })
        },
      },
    )
  const text = (name: 'name' | 'issuer' | 'client_id' | 'scopes' | 'group_claim', label: string, hint?: string) => (
    <TextField
      name={name}
      label={label}
      autoComplete="off"
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
      {...(hint && { hint })}
    />
  )
  const fields = ['name', 'issuer', 'client_id', 'client_secret', 'scopes', 'group_claim', 'key_days', 'enabled']
  return (
    <>
      <Notice>{singleSignOnTexts.introduction}</Notice>
      {settings.redirect_uri === null && <Notice tone="warn">{singleSignOnTexts.redirectMissing}</Notice>}
      <Form problem={save.error} onSubmit={submit} fields={fields}>
        <Card title={singleSignOnTexts.connection}>
          <div className="stack">
            <CheckField
              name="enabled"
              label={singleSignOnTexts.enabled}
              checked={values.enabled}
              onChange={(enabled) => set({ enabled })}
            />
            {text('name', singleSignOnTexts.name, singleSignOnTexts.nameHint)}
            {text('issuer', singleSignOnTexts.issuer, singleSignOnTexts.issuerHint)}
            {text('client_id', singleSignOnTexts.clientId)}
            <TextField
              name="client_secret"
              label={singleSignOnTexts.clientSecret}
              type="password"
              autoComplete="new-password"
              hint={settings.has_client_secret ? singleSignOnTexts.secretStored : singleSignOnTexts.secretNone}
              value={secret}
              onChange={setSecret}
            />
            {text('scopes', singleSignOnTexts.scopes)}
            {settings.redirect_uri !== null && (
              <p className="small">
                {singleSignOnTexts.redirectHint({
                  address: settings.redirect_uri,
                  code: (address) => <code>{address}</code>,
                })}
              </p>
            )}
          </div>
        </Card>
        <Card title={singleSignOnTexts.groups}>
          <div className="stack">
            {text('group_claim', singleSignOnTexts.groupClaim)}
            <GroupMappings mappings={values.mappings} onChange={(mappings) => set({ mappings })} />
            <TextField
              name="key_days"
              label={singleSignOnTexts.keyDays}
              hint={singleSignOnTexts.keyDaysHint}
              inputMode="numeric"
              value={keyDays}
              onChange={setKeyDays}
            />
          </div>
        </Card>
        <div>
          <Button type="submit" tone="primary" busy={save.isPending}>
            {singleSignOnTexts.save}
          </Button>
        </div>
      </Form>
    </>
  )
}
