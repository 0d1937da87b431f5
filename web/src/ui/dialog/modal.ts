import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a <dialog> element that is open while it is mounted. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // Close before unmounting: a dialog that is closed later cannot restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current!
    if (!element.open) element.showModal()
    return () => element.close()
  }, [])
  return dialog
}
