import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from './icons.ts'

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle, note: IconInfoCircle }

/** A sentence that stands in the page: something partial, something to know. Errors announce themselves. */
export function Notice({ tone = 'note', children }: { tone?: keyof typeof icons; children: ReactNode }) {
  const Glyph = icons[tone]
  return (
    <div className={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Glyph size={17} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
