import type { ReactNode } from 'react'
import { useModal } from '../ui/dialog/modal.ts'
import { shellTexts } from './shell-texts.ts'

/** The frame of the palette, also while its script is loading. */
export function PaletteDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={shellTexts.find}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  )
}
