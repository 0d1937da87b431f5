import { type ReactNode, useEffect } from 'react'
import { setPageTitle } from './document-title.ts'

/** Heading of a page (also the document title), with a subtitle and actions. */
export function PageHeader({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  useEffect(() => {
    setPageTitle(title)
  }, [title])
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className="line">{actions}</div>}
    </header>
  )
}
