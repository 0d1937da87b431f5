import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnreachable, whenReachable } from '../api/reachable.ts'
import { LinkButton } from '../ui/button.tsx'
import { IconCompass, IconLayoutDashboard, IconWorld } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { shellTexts } from './shell-texts.ts'

export function NotFound() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <>
      <PageHeader title={shellTexts.thereIsNoSuch} />
      <section className="card">
        <EmptyState
          icon={IconCompass}
          title={shellTexts.nothingIsAtPath({ path })}
          action={
            <span className="line">
              <LinkButton to="/" icon={IconLayoutDashboard} tone="primary">
                {shellTexts.toTheOverview}
              </LinkButton>
              <LinkButton to="/sites" icon={IconWorld}>
                {shellTexts.toTheSites}
              </LinkButton>
            </span>
          }
        >
          {shellTexts.theAddressMayBe}
        </EmptyState>
      </section>
    </>
  )
}

export function PageFailed({ error }: ErrorComponentProps) {
  useEffect(() => {
    let here = true
    if (isUnreachable(error)) void whenReachable().then(() => here && location.reload())
    return () => {
      here = false
    }
  }, [error])
  return <ErrorState error={error} {...(!isUnreachable(error) && { retry: () => location.reload() })} />
}
