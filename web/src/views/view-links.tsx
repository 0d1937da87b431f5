import { Link } from '@tanstack/react-router'
import { useAppShell } from '../api/app-shell.ts'
import { IconFilter } from '../ui/icons.ts'
import { searchOfView, type View } from './view-address.ts'
import { viewTexts } from './view-texts.ts'

const describeView = ({ name, own, owner }: View) =>
  own ? name : owner === null ? viewTexts.sharedByDeleted({ name }) : viewTexts.sharedBy({ name, owner })

/** The saved views of the sites table, own ones first. */
export default function ViewLinks({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const { data } = useAppShell()
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
            activeOptions={{ includeSearch: true }}
            title={describeView(view)}
          >
            <IconFilter size={15} stroke={1.7} aria-hidden />
            <span className="cut">{view.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
