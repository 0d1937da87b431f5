import { runAction } from '../actions/run-action.tsx'
import { Can } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconGauge } from '../ui/icons.ts'

export function AuditButton({
  site: { id, name, url },
  small = false,
}: {
  site: { id: number; name: string; url: string }
  small?: boolean
}) {
  const texts = { doing: `Queueing the audit of ${name || url}`, done: 'It is queued' }
  return (
    <Can operation="audit-site">
      <Button
        small={small}
        tone={small ? 'plain' : 'primary'}
        icon={IconGauge}
        aria-label={small ? `Audit ${name || url}` : undefined}
        onClick={() => void runAction('audit-site', { site_id_or_domain: id }, texts)}
      >
        {small ? 'Audit' : 'Audit now'}
      </Button>
    </Can>
  )
}
