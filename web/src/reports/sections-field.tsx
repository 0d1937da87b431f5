import { IconButton } from '../ui/button.tsx'
import { IconChevronDown, IconChevronUp } from '../ui/icons.ts'
import type { Branding } from './branding.ts'
import { reportsTexts } from './reports-texts.ts'

type Section = Branding['sections'][number]

export const sectionLabels: Record<Section, string> = {
  overview: reportsTexts.overview,
  uptime: reportsTexts.uptime,
  updates: reportsTexts.updates,
  security: reportsTexts.security,
  backups: reportsTexts.backups,
  content: reportsTexts.content,
  performance: reportsTexts.performance,
  work: reportsTexts.workDone,
  pending: reportsTexts.pendingUpdates,
}

/** Selects and orders the sections of a report; the omitted ones are listed below. */
export function SectionsField({
  selected,
  onChange,
}: {
  selected: readonly Section[]
  onChange: (selected: Section[]) => void
}) {
  const others = (Object.keys(sectionLabels) as Section[]).filter((section) => !selected.includes(section))
  const move = (from: number, to: number) => {
    const next = [...selected]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  return (
    <ul className="rows">
      {[...selected, ...others].map((section, at) => {
        const on = at < selected.length
        return (
          <li key={section} className="apart">
            <label className="check">
              <input
                type="checkbox"
                checked={on}
                // The service refuses a report without sections.
                disabled={on && selected.length === 1}
                onChange={() => onChange(on ? selected.filter((each) => each !== section) : [...selected, section])}
              />
              {sectionLabels[section]}
            </label>
            {on && (
              <span className="row-buttons">
                <IconButton
                  small
                  icon={IconChevronUp}
                  label={reportsTexts.moveSectionlabelsUp({ sectionLabels: sectionLabels[section] })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  small
                  icon={IconChevronDown}
                  label={reportsTexts.moveSectionlabelsDown({ sectionLabels: sectionLabels[section] })}
                  disabled={at === selected.length - 1}
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
