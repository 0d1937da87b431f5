import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** `flush`: no padding, for example around a table. */
export function Card({
  title,
  actions,
  flush = false,
  children,
}: {
  title?: string
  actions?: ReactNode
  flush?: boolean
  children: ReactNode
}) {
  return (
    <section className="card">
      {title !== undefined && (
        <div className="card-head">
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      <div className={flush ? 'card-body flush' : 'card-body'}>{children}</div>
    </section>
  )
}

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

/** A figure; with `to` it links to the items it counts. */
export function Stat({ label, value, to, ...link }: { label: string; value: ReactNode } & Target) {
  const inside = (
    <>
      <b>{value}</b>
      <span className="soft">{label}</span>
    </>
  )
  return (
    <div className="card">
      {to === undefined ? (
        <div className="stat">{inside}</div>
      ) : (
        <Link to={to} {...link} className="stat">
          {inside}
        </Link>
      )}
    </div>
  )
}

const nothing: readonly ReactNode[] = [null, undefined, false, '']

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{nothing.includes(value) ? <span className="soft">–</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
