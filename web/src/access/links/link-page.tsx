import { type ReactNode, useEffect } from 'react'
import { basePath } from '../../api/request.ts'
import { BrandMark } from '../../shell/brand.tsx'
import { linkTexts } from './link-texts.ts'

/** The frame of pages that need no sign-in. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = linkTexts.documentTitle({ page: title })
  }, [title])
  return (
    <main className="front">
      <div className="card front-card">
        <div className="front-brand">
          <BrandMark size={32} />
          <h1>{title}</h1>
        </div>
        <div className="stack">
          {children}
          <a className="small" href={`${basePath}/`}>
            {linkTexts.backToSignIn}
          </a>
        </div>
      </div>
    </main>
  )
}

let token: string | null = null

/** The token of the link, removed from the address bar so that it does not stay in the browser's history. */
export function takeLinkToken(): string {
  const { hash, pathname, search } = window.location
  if (token === null) {
    token = hash.slice(1)
    if (hash !== '') window.history.replaceState(null, '', pathname + search)
  }
  return token
}
