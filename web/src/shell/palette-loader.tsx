import { lazy, Suspense, useState } from 'react'
import { PaletteDialog } from './palette-dialog.tsx'
import { shellTexts } from './shell-texts.ts'

export const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

/** The palette, and until its script is loaded a field that takes what is typed. */
export function PaletteLoader({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [typed, setTyped] = useState('')
  return (
    <Suspense fallback={<EarlyField text={typed} onType={setTyped} onClose={onClose} />}>
      <Palette typed={typed} onClose={onClose} onHelp={onHelp} />
    </Suspense>
  )
}

interface EarlyFieldProps {
  text: string
  onType: (text: string) => void
  onClose: () => void
}

function EarlyField({ text, onType, onClose }: EarlyFieldProps) {
  return (
    <PaletteDialog onClose={onClose}>
      <input
        className="input"
        aria-label={shellTexts.findASiteClient}
        autoComplete="off"
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <p className="menu-heading" role="status">
        {shellTexts.looking}
      </p>
    </PaletteDialog>
  )
}
