import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../button.tsx'
import { IconX } from '../icons.ts'
import { dialogTexts } from './dialog-texts.ts'
import { useModal } from './modal.ts'

/** The browser's dialog element, which traps the focus, closes with Escape and restores the focus. */
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
  const hasInput = useRef(false)
  useEffect(() => {
    // Focus the first field instead of the close button. A search field would open its list at once.
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
        hasInput.current = true
      }}
      // Only a click on the backdrop has the dialog as its target. It does not close a form, so that input is not lost.
      onMouseDown={(event) => event.target === event.currentTarget && !hasInput.current && onClose()}
    >
      <div className="dialog-frame">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon={IconX} label={dialogTexts.close} small onClick={onClose} />
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
      </div>
    </dialog>
  )
}
