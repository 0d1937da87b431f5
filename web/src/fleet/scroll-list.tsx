import type { ReactNode } from 'react'

/** A long list in a dialog. */
export function ScrollList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className="planned" aria-label={label} tabIndex={0}>
      {children}
    </ul>
  )
}
