import type { ReactNode } from 'react'

/** Commands to copy. Long lines scroll, also with the keyboard. */
export function Commands({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="commands">
      <code style={{ whiteSpace: 'pre' }}>{children}</code>
    </section>
  )
}
