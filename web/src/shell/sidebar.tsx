import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyExtra } from '../api/lazy-extra.ts'
import { useCan } from '../api/session.tsx'
import { pageGroups } from '../pages.ts'
import { BrandMark } from './brand.tsx'
import { shellTexts } from './shell-texts.ts'

const ViewLinks = lazyExtra(() => import('../views/view-links.tsx'))

export function Sidebar({ onFollow }: { onFollow?: () => void }) {
  const can = useCan()
  return (
    <nav className="sidebar" aria-label={shellTexts.pages}>
      <Link to="/" className="brand" onClick={onFollow}>
        <BrandMark />
        <span>{shellTexts.flotilla}</span>
      </Link>
      {pageGroups.map(({ title, pages }) => {
        const visible = pages.filter(({ reads }) => can(reads))
        if (visible.length === 0) return null
        return (
          <div key={title}>
            <h2>
              <span>{title}</span>
            </h2>
            <ul>
              {visible.map(({ to, label, icon: Glyph }) => (
                <li key={to}>
                  <Link
                    to={to}
                    title={label}
                    onClick={onFollow}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                  >
                    <Glyph size={18} stroke={1.7} aria-hidden />
                    <span>{label}</span>
                  </Link>
                  {to === '/sites' && (
                    <Suspense>
                      <ViewLinks onFollow={onFollow} />
                    </Suspense>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      <p className="version">{shellTexts.flotillaFlotillaversion({ FLOTILLAVERSION: __FLOTILLA_VERSION__ })}</p>
    </nav>
  )
}
