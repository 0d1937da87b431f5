import { type ReactNode, useEffect } from 'react'

/** The head of every page: its name (also the tab's), a line on what it shows, its actions. */
export function PageHeader({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Flotilla`
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
