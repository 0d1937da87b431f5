import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { IconCircleCheck } from '../ui/icons.ts'
import './overview.css'

export type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

/** One thing to look at: how many there are, the first of them, and the way to all. */
export function BriefCard({
  title,
  total,
  tone = 'bad',
  all,
  allText,
  calm,
  children,
}: {
  title: string
  total: number
  /** The colour of the number when it is not 0. */
  tone?: Tone
  /** Where the rest is. */
  all: Target
  /** Instead of the number, where it would only say how many are shown. */
  allText?: string
  /** What to say when there is nothing to do. */
  calm: string
  children: ReactNode
}) {
  return (
    <Card
      title={title}
      flush
      actions={
        total > 0 && (
          <Link {...all} className="brief-total" aria-label={`${title}: ${allText ?? total.toLocaleString()}`}>
            {allText ?? <Badge tone={tone}>{total.toLocaleString()}</Badge>}
          </Link>
        )
      }
    >
      {total === 0 ? (
        <p className="brief-calm">
          <IconCircleCheck size={17} aria-hidden />
          {calm}
        </p>
      ) : (
        <ul className="brief">{children}</ul>
      )}
    </Card>
  )
}

/** A line of such a card: what, a remark under it, and something short at the right. */
export function BriefItem({
  link,
  name,
  remark,
  end,
}: {
  link?: Target
  name: ReactNode
  remark?: ReactNode
  end?: ReactNode
}) {
  return (
    <li>
      <div>
        <div className="brief-text">
          {link ? (
            <Link {...link} className="row-name">
              {name}
            </Link>
          ) : (
            <span className="row-name">{name}</span>
          )}
        </div>
        {remark && <div className="soft small brief-text">{remark}</div>}
      </div>
      {end && <div className="brief-end">{end}</div>}
    </li>
  )
}

export const severityTone = { high: 'bad', medium: 'warn', low: 'still' } as const

/** A security issue: its first sentence says what is wrong, the rest what to do. */
export function IssueItem({ message, link, end }: { message: string; link?: Target; end: ReactNode }) {
  const [what = message, ...remedy] = message.split('. ')
  return <BriefItem {...(link && { link })} name={what.replace(/\.$/, '')} remark={remedy.join('. ')} end={end} />
}

/** Stands where a module that is switched off would show something. */
export function ModuleOffCard({ title, module }: { title: string; module: string }) {
  return (
    <Card title={title}>
      <p className="soft">
        The module {module} is switched off. <Link to="/modules">Look at the modules</Link>
      </p>
    </Card>
  )
}

export const siteLink = (siteId: number, tab?: string): Target =>
  tab === undefined
    ? { to: '/sites/$siteId', params: { siteId: String(siteId) } }
    : { to: '/sites/$siteId/$tab', params: { siteId: String(siteId), tab } }
