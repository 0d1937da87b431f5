import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAccount } from '../api/session.tsx'
import { PaletteDialog } from './palette-dialog.tsx'
import { usePaletteEntries } from './palette-entries.ts'
import { paletteTexts } from './palette-texts.ts'
import { type RecentEntry, storeRecentEntry } from './recent-entries.ts'
import { shellTexts } from './shell-texts.ts'

interface PaletteProps {
  /** What was typed before the palette was loaded. */
  typed: string
  onClose: () => void
  onHelp: () => void
}

/** Ctrl-K: finds any site, client, tag, plugin, page or action by keyboard. */
export function Palette({ typed, onClose, onHelp }: PaletteProps) {
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(typed)
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const { user } = useAccount()
  const { entries, searching, problem } = usePaletteEntries(text, onHelp)
  useEffect(() => {
    list.current?.querySelector(`#find-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const openEntry = (position: number) => {
    const entry = entries[position]
    if (!entry) return
    onClose()
    if (entry.run) return entry.run()
    const { key, label, kind, link } = entry
    if (user) storeRecentEntry(user.id, { key, label, kind, link: link as RecentEntry['link'] })
    void navigate(link!)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, entries.length))
    else if (event.key === 'ArrowUp') setAt((at - 1 + entries.length) % Math.max(1, entries.length))
    else if (event.key === 'Enter') openEntry(at)
    else return
    event.preventDefault()
  }
  return (
    <PaletteDialog onClose={onClose}>
      <input
        className="input"
        role="combobox"
        aria-label={shellTexts.findASiteClient}
        aria-expanded="true"
        aria-controls="find-list"
        aria-activedescendant={`find-${at}`}
        placeholder={paletteTexts.placeholder}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div ref={list} id="find-list" role="listbox" aria-label={shellTexts.found} className="palette-list">
        {entries.map(({ key, label, kind, icon: Glyph }, position) => (
          <div
            key={key}
            id={`find-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === at}
            className="menu-item"
            onMouseDown={(event) => {
              event.preventDefault()
              openEntry(position)
            }}
            onMouseMove={() => setAt(position)}
          >
            <Glyph size={17} stroke={1.8} aria-hidden />
            <span className="cut">{label}</span>
            <span className="soft small nowrap" style={{ marginLeft: 'auto' }}>
              {kind}
            </span>
          </div>
        ))}
        {(entries.length === 0 || problem) && (
          <p className="menu-heading">
            {searching ? shellTexts.looking : (problem?.message ?? shellTexts.nothingFoundForText({ text }))}
          </p>
        )}
      </div>
      <p className="palette-keys soft small" aria-hidden>
        {shellTexts.chooseEnterOpenEsc({
          kbd: (text) => <kbd>{text}</kbd>,
          kbd2: (text) => <kbd>{text}</kbd>,
          kbd3: (text) => <kbd>{text}</kbd>,
          kbd4: (text) => <kbd>{text}</kbd>,
        })}
      </p>
    </PaletteDialog>
  )
}
