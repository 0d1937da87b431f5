import { runAction } from '../actions/run-action.tsx'
import { Can } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconGauge } from '../ui/icons.ts'
import { perfAuditTexts } from './perf-audit-texts.ts'

export function AuditButton({
  site: { id, name, url },
  small = false,
}: {
  site: { id: number; name: string; url: string }
  small?: boolean
}) {
  const texts = { doing: perfAuditTexts.queueingTheAuditOf({ name: name || url }), done: perfAuditTexts.itIsQueued }
  return (
    <Can operation="audit-site">
      <Button
        small={small}
        tone={small ? 'plain' : 'primary'}
        icon={IconGauge}
        aria-label={small ? perfAuditTexts.auditName({ name: name || url }) : undefined}
        onClick={() => void runAction('audit-site', { site_id_or_domain: id }, texts)}
      >
        {small ? perfAuditTexts.audit : perfAuditTexts.auditNow}
      </Button>
    </Can>
  )
}
