import { IconButton } from '../ui/button.tsx'
import { IconChevronDown, IconChevronUp } from '../ui/icons.ts'
import type { Branding } from './branding-view.tsx'

type Section = Branding['sections'][number]

const words: Record<Section, string> = {
  overview: 'Overview',
  uptime: 'Uptime',
  updates: 'Updates',
  security: 'Security',
  backups: 'Backups',
  content: 'Content',
  performance: 'Performance',
  work: 'Work done',
  pending: 'Pending updates',
}

/** Which parts a report has, and in which order. What is left out stands below. */
export function SectionsField({
  chosen,
  onChange,
}: {
  chosen: readonly Section[]
  onChange: (chosen: Section[]) => void
}) {
  const others = (Object.keys(words) as Section[]).filter((section) => !chosen.includes(section))
  const move = (from: number, to: number) => {
    const next = [...chosen]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  return (
    <ul className="rows">
      {[...chosen, ...others].map((section, at) => {
        const on = at < chosen.length
        return (
          <li key={section} className="apart">
            <label className="check">
              <input
                type="checkbox"
                checked={on}
                // A report of nothing is refused.
                disabled={on && chosen.length === 1}
                onChange={() => onChange(on ? chosen.filter((each) => each !== section) : [...chosen, section])}
              />
              {words[section]}
            </label>
            {on && (
              <span className="row-buttons">
                <IconButton
                  small
                  icon={IconChevronUp}
                  label={`Move ${words[section]} up`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  small
                  icon={IconChevronDown}
                  label={`Move ${words[section]} down`}
                  disabled={at === chosen.length - 1}
                  onClick={() => move(at, at + 1)}
                />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
