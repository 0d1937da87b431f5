import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from './icons.ts'

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle, note: IconInfoCircle }

/** A message within the page. Errors are announced to screen readers. */
export function Notice({ tone = 'note', children }: { tone?: keyof typeof icons; children: ReactNode }) {
  const Glyph = icons[tone]
  return (
    <div className={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Glyph size={17} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
