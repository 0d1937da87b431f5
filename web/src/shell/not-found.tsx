import type { ErrorComponentProps } from '@tanstack/react-router'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

export function NotFound() {
  return (
    <EmptyState title="There is no such page" action={<LinkButton to="/">To the overview</LinkButton>}>
      The address may be mistyped, or what it led to is gone.
    </EmptyState>
  )
}

export function PageFailed({ error }: ErrorComponentProps) {
  return <ErrorState error={error} retry={() => location.reload()} />
}
