import { Link, useSearch } from '@tanstack/react-router'
import { useAppShell } from '../api/app-shell.ts'
import { IconFilter } from '../ui/icons.ts'
import { searchOfView } from './view-address.ts'
import { viewTexts } from './view-texts.ts'

/** The saved views of the sites table, own ones first. */
export function ViewLinks({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const { data } = useAppShell()
  const { view: open } = useSearch({ strict: false }) as { view?: string }
  const views = data?.views ?? []
  if (views.length === 0) return null
  return (
    <ul className="sidebar-views" aria-label={viewTexts.views}>
      {views.map((view) => (
        <li key={view.id}>
          <Link
            to="/sites"
            search={searchOfView(view)}
            onClick={onFollow}
            // The router compares all parameters; a view stays open while its page or order changes.
            className={open === String(view.id) ? 'view active' : 'view'}
            activeProps={{}}
            title={view.own ? view.name : viewTexts.sharedBy({ name: view.name, owner: view.owner })}
          >
            <IconFilter size={15} stroke={1.7} aria-hidden />
            <span className="cut">{view.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
