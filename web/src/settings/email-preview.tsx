import { addresses } from 'virtual:operations'
import { requestFor } from '../api/request.ts'
import { sentence } from '../texts/sentence.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import type { EmailType } from './email-type.ts'
import { settingsTexts } from './settings-texts.ts'

/** The rendered e-mail, in a sandboxed frame. */
export function EmailPreview({ email, onClose }: { email: EmailType; onClose: () => void }) {
  const { url } = requestFor(addresses['preview-email'], { mail_type: email.type, format: 'html' })
  return (
    <Dialog title={settingsTexts.previewSubject({ subject: email.subject })} wide onClose={onClose}>
      <div className="stack">
        <p className="soft">{settingsTexts.withMadeUpContents}</p>
        <iframe
          className="mail-preview"
          title={settingsTexts.previewOfHeading({ heading: sentence(email.heading) })}
          src={url}
          sandbox=""
        />
      </div>
    </Dialog>
  )
}
