import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { IconX } from './icons.ts'
import { useModal } from './modal.ts'

/** The browser's own dialog: it keeps the focus, closes with Escape and gives the focus back. */
export function Dialog({
  title,
  onClose,
  wide = false,
  footer,
  children,
}: {
  title: string
  onClose: () => void
  wide?: boolean
  footer?: ReactNode
  children: ReactNode
}) {
  const dialog = useModal()
  const titleId = useId()
  const written = useRef(false)
  useEffect(() => {
    // Who opens a form wants to write, not to close it again. A search field would open its list at once.
    dialog.current!.querySelector<HTMLElement>('form .input:not([role=combobox])')?.focus()
  }, [dialog])
  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onInput={() => {
        written.current = true
      }}
      // Only a press on the backdrop has the dialog itself as its target. What was written is not lost by a slip beside it.
      onMouseDown={(event) => event.target === event.currentTarget && !written.current && onClose()}
    >
      <div className="dialog-frame">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon={IconX} label="Close" small onClick={onClose} />
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
      </div>
    </dialog>
  )
}
