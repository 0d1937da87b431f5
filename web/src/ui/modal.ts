import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For the browser's own <dialog>: it is open as long as it is there. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it leaves the page: a dialog that is closed later gives the focus back to nobody.
  useLayoutEffect(() => {
    const element = dialog.current!
    if (!element.open) element.showModal()
    return () => element.close()
  }, [])
  return dialog
}
