import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { setPageTitle } from './document-title.ts'
import { uiTexts } from './ui-texts.ts'

/** Heading of a page (also the document title), with a subtitle and actions. `guide`: the guide in the help (docs/guides.ts). */
export function PageHeader({
  title,
  children,
  actions,
  guide,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  guide?: string
}) {
  useEffect(() => {
    setPageTitle(title)
  }, [title])
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
        {guide !== undefined && (
          <Link className="small" to="/docs" hash={guide} aria-label={uiTexts.learnMoreAbout({ page: title })}>
            {uiTexts.learnMore}
          </Link>
        )}
      </div>
      {actions && <div className="line">{actions}</div>}
    </header>
  )
}
