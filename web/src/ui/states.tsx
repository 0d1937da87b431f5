import type { ReactNode } from 'react'
import { asProblem } from '../api/problem.ts'
import { Button, LinkButton } from './button.tsx'
import { type Icon, IconAlertTriangle, IconBox, IconInbox, IconLayoutDashboard, IconRefresh } from './icons.ts'
import { stateTexts } from './state-texts.ts'

/** Shown for an empty list: why it is empty, and what to do. */
export function EmptyState({
  icon: Glyph = IconInbox,
  title,
  children,
  action,
}: {
  icon?: Icon
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="state">
      <Glyph size={40} stroke={1.3} aria-hidden />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** Shown for a failed query: the service's message and a retry button. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const { message, code, status, facts } = asProblem(error)
  // A proxy in front of a service that is down also answers 404.
  const isMissing = status === 404 && code !== 'not_understood'
  return (
    <div className="state bad" role="alert">
      <IconAlertTriangle size={40} stroke={1.3} aria-hidden />
      <h2>{titles[code] ?? (isMissing ? stateTexts.notFound : stateTexts.cannotShow)}</h2>
      <p>{message}</p>
      {typeof facts.request_id === 'string' && (
        <p className="small">{stateTexts.request({ requestId: facts.request_id })}</p>
      )}
      {code === 'svc_module_not_available' ? (
        <LinkButton to="/modules" icon={IconBox}>
          {stateTexts.showModules}
        </LinkButton>
      ) : isMissing ? (
        // A retry would fail again.
        <LinkButton to="/" icon={IconLayoutDashboard}>
          {stateTexts.toOverview}
        </LinkButton>
      ) : (
        retry && (
          <Button icon={IconRefresh} onClick={retry}>
            {stateTexts.tryAgain}
          </Button>
        )
      )}
    </div>
  )
}

const titles: Record<string, string> = {
  svc_permission_denied: stateTexts.notForYourRole,
  svc_module_not_available: stateTexts.moduleOff,
  unreachable: stateTexts.unreachable,
}

/** Placeholder lines while loading. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <div className="stack" role="status" aria-label={stateTexts.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton" style={{ width: `${90 - ((line * 17) % 45)}%` }} />
      ))}
    </div>
  )
}
