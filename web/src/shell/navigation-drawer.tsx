import { useModal } from '../ui/dialog/modal.ts'
import { shellTexts } from './shell-texts.ts'
import { Sidebar } from './sidebar.tsx'

/** The navigation on narrow screens. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={shellTexts.navigation}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      {/* Selecting the current page does not change the URL, but must close the drawer. */}
      <Sidebar onFollow={onClose} />
    </dialog>
  )
}
