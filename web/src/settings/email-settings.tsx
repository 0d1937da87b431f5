import { useState } from 'react'
import { useList } from '../api/query.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconEye, IconMail, IconPencil } from '../ui/icons.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { EmailPreview } from './email-preview.tsx'
import type { EmailType } from './email-type.ts'
import { MailServer } from './mail-server.tsx'
import { TestEmailDialog } from './test-email-dialog.tsx'

const description: Record<EmailType['type'], string> = {
  daily_digest: 'Once a day: what waits, what failed, what was done.',
  uptime: 'When a site goes down or comes back, and when certificates are in trouble.',
  site_health: 'When the health of a site is poor.',
  deactivated_license_alert: 'When a licence of an extension was deactivated.',
}

export function EmailSettings() {
  const { data, error, refetch } = useList('list-email-settings', {})
  const [open, setOpen] = useState<{ email: EmailType; what: 'edit' | 'preview' | 'test' } | null>(null)
  const close = () => setOpen(null)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <MailServer />
      <Card title="Types of e-mail">
        <ul className="stack">
          {data.rows.map((email) => (
            <li key={email.type} className="apart tool">
              <div className="stack-tight">
                <span className="line">
                  <strong>{email.heading}</strong>
                  {email.disable === 1 ? <Badge tone="still">Off</Badge> : <Badge tone="good">On</Badge>}
                </span>
                <span className="soft">{description[email.type]}</span>
                <span className="small">To {email.recipients || 'all administrators with an e-mail address'}</span>
              </div>
              <span className="line">
                <Button small icon={IconEye} onClick={() => setOpen({ email, what: 'preview' })}>
                  Preview
                </Button>
                <Button small icon={IconMail} onClick={() => setOpen({ email, what: 'test' })}>
                  Send a test
                </Button>
                <Button small icon={IconPencil} onClick={() => setOpen({ email, what: 'edit' })}>
                  Edit
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
