import { useModal } from '../ui/modal.ts'
import { Sidebar } from './sidebar.tsx'

/** The navigation where there is no room for it beside the page. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="Navigation"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      {/* Going to the page one is on changes no address; the drawer closes all the same. */}
      <Sidebar onFollow={onClose} />
    </dialog>
  )
}
