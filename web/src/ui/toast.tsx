import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { IconX } from './icons.ts'
import { createStore } from './store.ts'
import { uiTexts } from './ui-texts.ts'

interface Toast {
  id: number
  tone: 'note' | 'good' | 'partial' | 'bad'
  text: ReactNode
  busy: boolean
  action: ToastAction | undefined
}

interface ToastAction {
  label: string
  run: () => void
}

const shown = createStore<Toast[]>([])
let last = 0

interface Options {
  tone?: Toast['tone']
  /** The action is running: the toast stays until it is replaced. */
  busy?: boolean
  /** Replaces an earlier toast. */
  replaces?: number
  /** A button, such as Undo; it closes the toast. */
  action?: ToastAction | undefined
}

const stayMs = 8_000

/** Shows a short message in a corner; failures, also partial ones, stay until closed. */
export function toast(text: ReactNode, { tone = 'note', busy = false, replaces, action }: Options = {}): number {
  const id = replaces ?? ++last
  const entry = { id, tone, text, busy, action }
  const others = shown.get()
  shown.set(
    others.some((each) => each.id === id) ? others.map((each) => (each.id === id ? entry : each)) : [...others, entry],
  )
  const isKept = busy || tone === 'bad' || tone === 'partial'
  if (!isKept) setTimeout(() => close(id, entry), action ? 2 * stayMs : stayMs)
  return id
}

function close(id: number, entry?: Toast) {
  shown.set(shown.get().filter((each) => each.id !== id || (entry !== undefined && each !== entry)))
}

/** For the next user of this tab. */
export const clearToasts = (): void => shown.set([])

export function Toasts() {
  const toasts = shown.use()
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, tone, text, busy, action }) => (
        <div key={id} className={`toast ${tone}`}>
          {busy && <span className="spinner" />}
          <div>{text}</div>
          {action && (
            <Button
              small
              onClick={() => {
                close(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon={IconX} label={uiTexts.closeThisMessage} small onClick={() => close(id)} />
        </div>
      ))}
    </div>
  )
}
