import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAction, useOperation } from '../api/query.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { settingsTexts } from './settings-texts.ts'

type Providers = DataOf<'list-backup-providers'>['api_backups']
type Provider = Providers[string]

const details = {
  account_email: settingsTexts.eMailAddressOf,
  company_id: settingsTexts.numberOfTheCompany,
  username: settingsTexts.userName,
  url: settingsTexts.addressOfTheControl,
  site_path: settingsTexts.folderOfTheSites,
} as const

type Detail = keyof typeof details

/** Accounts at hosts that make backups, stored for other programs. */
export function BackupProviders() {
  const { data, error, refetch } = useOperation('list-backup-providers', {})
  const [open, setOpen] = useState<string | null>(null)
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const providers = data.api_backups
  return (
    <>
      <Notice>{settingsTexts.flotillaMakesNoBackups}</Notice>
      <Card title={settingsTexts.providers}>
        <ul className="stack">
          {Object.entries(providers).map(([slug, { label, enabled, secrets }]) => (
            <li key={slug} className="apart tool">
              <span className="line">
                <strong>{label}</strong>
                <Badge tone={enabled ? 'good' : 'still'}>{enabled ? settingsTexts.on : settingsTexts.off}</Badge>
                {Object.values(secrets).map((masked) => (
                  <span key={masked} className="soft small mono">
                    {masked}
                  </span>
                ))}
              </span>
              <Button small onClick={() => setOpen(slug)}>
                {settingsTexts.edit}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      {open && providers[open] && (
        <ProviderDialog slug={open} provider={providers[open]} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function ProviderDialog({ slug, provider, onClose }: { slug: string; provider: Provider; onClose: () => void }) {
  const save = useAction('update-backup-provider')
  const [enabled, setEnabled] = useState(provider.enabled)
  const [values, setValues] = useState<Partial<Record<Detail, string>>>({})
  const [secret, setSecret] = useState('')
  const shown = (Object.keys(details) as Detail[]).filter((field) => field in provider)
  const submit = () =>
    save.mutate(
      {
        api_slug: slug as never,
        enabled,
        ...values,
        ...(secret !== '' && { secrets: slug === 'cpanel' ? { password: secret } : { api_key: secret } }),
      },
      { onSuccess: onClose },
    )
  return (
    <FormDialog
      title={provider.label}
      action={settingsTexts.save}
      busy={save.isPending}
      problem={save.error}
      fields={[...shown, 'enabled', 'secrets']}
      onSubmit={submit}
      onClose={onClose}
    >
      <CheckField name="enabled" label={settingsTexts.useThisProvider} checked={enabled} onChange={setEnabled} />
      {shown.map((field) => (
        <TextField
          key={field}
          name={field}
          label={details[field]}
          autoComplete="off"
          value={values[field] ?? provider[field] ?? ''}
          onChange={(value) => setValues({ ...values, [field]: value })}
        />
      ))}
      <TextField
        name="secrets"
        label={slug === 'cpanel' ? settingsTexts.password : settingsTexts.apiKey}
        hint={settingsTexts.leftEmptyTheStored}
        type="password"
        autoComplete="new-password"
        value={secret}
        onChange={setSecret}
      />
    </FormDialog>
  )
}
