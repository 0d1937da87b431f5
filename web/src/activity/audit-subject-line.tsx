import { auditSubject } from './audit-subject.ts'

interface Props {
  subject: string
  withoutSites: boolean
}

/** Loaded after the page: the labels of all settings are large. */
export default function AuditSubject({ subject, withoutSites }: Props) {
  const text = auditSubject(subject, { withoutSites })
  return text === '' ? null : <div className="soft small audit-subject">{text}</div>
}
