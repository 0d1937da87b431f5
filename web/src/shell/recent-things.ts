import type { NavigateOptions } from '@tanstack/react-router'

/** Something Ctrl-K led to; kept so that it is found again without typing. */
export interface RecentThing {
  key: string
  label: string
  kind: string
  link: Pick<NavigateOptions, 'to'> & { params?: object; search?: object }
}

const most = 6
const placeOf = (userId: number) => `flotilla.recent.${userId}`

export function recentThings(userId: number): RecentThing[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.slice(0, most) : []
  } catch {
    return []
  }
}

export function keepRecent(userId: number, thing: RecentThing): void {
  const others = recentThings(userId).filter(({ key }) => key !== thing.key)
  localStorage.setItem(placeOf(userId), JSON.stringify([thing, ...others].slice(0, most)))
}

/** Whoever signs out leaves nothing for the next at this computer. */
export const forgetRecent = (userId: number): void => localStorage.removeItem(placeOf(userId))
