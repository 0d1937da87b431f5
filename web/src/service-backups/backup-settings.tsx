import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import type { Status } from './backup-state.tsx'
import { backupTexts } from './backup-texts.ts'

type Input = InputOf<'update-service-backup-settings'>
type Target = Status['settings']['target']

const texts = ['s3_endpoint', 's3_region', 's3_bucket', 's3_prefix', 's3_access_key_id'] as const
const numbers = ['interval_hours', 'start_hour', 'keep_count', 'keep_days', 'check_days'] as const
type Name = (typeof texts)[number] | (typeof numbers)[number]

const intervals: Readonly<Record<string, string>> = {
  1: backupTexts.hourly,
  6: backupTexts.sixHourly,
  24: backupTexts.daily,
  168: backupTexts.weekly,
}

export function BackupSettings({ status }: { status: Status }) {
  const { settings, folder, has_key } = status
  const save = useAction('update-service-backup-settings')
  const [target, setTarget] = useState<Target>(settings.target)
  const [secret, setSecret] = useState('')
  const [values, setValues] = useState<Partial<Record<Name, string>>>({})
  const textOf = (name: Name) => values[name] ?? String(settings[name])
  const field = (name: Name, label: string) => ({
    name,
    label,
    autoComplete: 'off',
    value: textOf(name),
    onChange: (value: string) => setValues((present) => ({ ...present, [name]: value })),
  })
  const submit = () => {
    const input: Input = { target, ...(secret !== '' && { s3_secret: secret }) }
    if (target === 's3') for (const name of texts) input[name] = textOf(name)
    for (const name of numbers) input[name] = Number(textOf(name))
    save.mutate(input, {
      onSuccess: () => {
        setSecret('')
        toast(backupTexts.saved, { tone: 'good' })
      },
    })
  }
  const hours = textOf('interval_hours')
  const known = hours in intervals ? intervals : { ...intervals, [hours]: backupTexts.otherInterval({ hours }) }
  return (
    <Card title={backupTexts.settings}>
      <Form problem={save.error} onSubmit={submit} fields={['target', ...texts, 's3_secret', ...numbers]}>
        {/* The state of the backups says it when the key is missing. */}
        {has_key && <Notice>{backupTexts.keySet}</Notice>}
        <SelectField
          name="target"
          label={backupTexts.target}
          {...(target === 'folder' && {
            hint: folder === null ? backupTexts.folderMissing : backupTexts.folder({ folder }),
          })}
          value={target}
          options={[
            { value: 'none', label: backupTexts.targetNone },
            { value: 'folder', label: backupTexts.targetFolder },
            { value: 's3', label: backupTexts.targetS3 },
          ]}
          // The select has these values only.
          onChange={(value) => setTarget(value as Target)}
        />
        {target === 's3' && (
          <div className="grid-2">
            <TextField {...field('s3_endpoint', backupTexts.endpoint)} type="url" />
            <TextField {...field('s3_region', backupTexts.region)} />
            <TextField {...field('s3_bucket', backupTexts.bucket)} />
            <TextField {...field('s3_prefix', backupTexts.prefix)} hint={backupTexts.prefixHint} />
            <TextField {...field('s3_access_key_id', backupTexts.accessKey)} />
            <TextField
              name="s3_secret"
              label={backupTexts.secret}
              hint={settings.has_s3_secret ? backupTexts.secretStored : backupTexts.secretMissing}
              type="password"
              autoComplete="new-password"
              value={secret}
              onChange={setSecret}
            />
          </div>
        )}
        {target !== 'none' && (
          <div className="grid-2">
            <SelectField
              {...field('interval_hours', backupTexts.interval)}
              options={Object.entries(known).map(([value, label]) => ({ value, label }))}
            />
            <TextField {...field('start_hour', backupTexts.startHour)} inputMode="numeric" />
            <TextField {...field('keep_count', backupTexts.keepCount)} inputMode="numeric" />
            <TextField
              {...field('keep_days', backupTexts.keepDays)}
              hint={backupTexts.keepDaysHint}
              inputMode="numeric"
            />
            <TextField
              {...field('check_days', backupTexts.checkDays)}
              hint={backupTexts.checkDaysHint}
              inputMode="numeric"
            />
          </div>
        )}
        <div className="line">
          <Button type="submit" tone="primary" busy={save.isPending}>
            {backupTexts.save}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
