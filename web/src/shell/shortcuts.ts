/** Pages after `g`. */
export const goKeys = {
  t: '/today',
  o: '/',
  s: '/sites',
  u: '/updates',
  m: '/monitors',
  v: '/security',
  c: '/clients',
  j: '/jobs',
  r: '/reports',
} as const

interface Actions {
  go(to: (typeof goKeys)[keyof typeof goKeys]): void
  help(): void
}

const secondKeyMs = 1_500
let goPressedAt = Number.NEGATIVE_INFINITY

/** Runs the shortcut of a key that was pressed outside of fields and dialogs. */
export function press(key: string, at: number, actions: Actions): void {
  const to = at - goPressedAt < secondKeyMs ? goKeys[key as keyof typeof goKeys] : undefined
  goPressedAt = key === 'g' && to === undefined ? at : Number.NEGATIVE_INFINITY
  if (to) actions.go(to)
  else if (key === '?') actions.help()
  else if (key === 'j') moveRow(1)
  else if (key === 'k') moveRow(-1)
  else if (key === 'x') currentRow()?.querySelector<HTMLInputElement>('td.pick input')?.click()
  else if (key === 'e') openActions()
}

const currentRow = () => document.activeElement?.closest<HTMLElement>('#main .table tbody tr')

/** Focuses the name of the next row, so that Enter opens it. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#main .table tbody tr:not([aria-hidden])')]
  const at = rows.indexOf(currentRow() as HTMLElement)
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
  const name = next?.querySelector<HTMLElement>('.primary-cell :is(a, button)')
  const target = name ?? next?.querySelector<HTMLElement>('a, button, input')
  target?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** The menu of the row; a row without a menu gets the focus on its first action. */
function openActions(): void {
  const actions = currentRow()?.querySelector<HTMLElement>('.acts')
  const menu = actions?.querySelector<HTMLElement>('[aria-haspopup=menu]')
  if (menu) menu.click()
  else actions?.querySelector<HTMLElement>('a, button')?.focus()
}
