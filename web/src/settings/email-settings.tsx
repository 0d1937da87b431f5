import { useState } from 'react'
import { useList } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconEye, IconMail, IconPencil } from '../ui/icons.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { EmailPreview } from './email-preview.tsx'
import type { EmailType } from './email-type.ts'
import { MailServer } from './mail-server.tsx'
import { settingsTexts } from './settings-texts.ts'
import { TestEmailDialog } from './test-email-dialog.tsx'

const description: Record<EmailType['type'], string> = {
  daily_digest: settingsTexts.onceADayWhat,
  uptime: settingsTexts.whenASiteGoes,
  site_health: settingsTexts.whenTheHealthOf,
  deactivated_license_alert: settingsTexts.whenALicenceOf,
}

export function EmailSettings() {
  const { data, error, refetch } = useList('list-email-settings', {})
  const [open, setOpen] = useState<{ email: EmailType; what: 'edit' | 'preview' | 'test' } | null>(null)
  const close = () => setOpen(null)
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <MailServer />
      <Card title={settingsTexts.typesOfEMail}>
        <ul className="stack">
          {data.rows.map((email) => (
            <li key={email.type} className="apart tool">
              <div className="stack-tight">
                <span className="line">
                  <strong>{sentence(email.heading)}</strong>
                  {email.disable === 1 ? (
                    <Badge tone="still">{settingsTexts.off}</Badge>
                  ) : (
                    <Badge tone="good">{settingsTexts.on}</Badge>
                  )}
                </span>
                <span className="soft">{description[email.type]}</span>
                <span className="small">
                  {settingsTexts.toRecipients({
                    recipients: email.recipients || settingsTexts.allAdministratorsWithAn,
                  })}
                </span>
              </div>
              <span className="line">
                <Button small icon={IconEye} onClick={() => setOpen({ email, what: 'preview' })}>
                  {settingsTexts.preview}
                </Button>
                <Button small icon={IconMail} onClick={() => setOpen({ email, what: 'test' })}>
                  {settingsTexts.sendATest}
                </Button>
                <Button small icon={IconPencil} onClick={() => setOpen({ email, what: 'edit' })}>
                  {settingsTexts.edit}
                </Button>
              </span>
            </li>
          ))}
        </ul>
        {open?.what === 'edit' && <EmailDialog email={open.email} onClose={close} />}
        {open?.what === 'preview' && <EmailPreview email={open.email} onClose={close} />}
        {open?.what === 'test' && <TestEmailDialog email={open.email} onClose={close} />}
      </Card>
    </>
  )
}
