import type { NavigateOptions } from '@tanstack/react-router'

/** An entry opened with Ctrl-K, stored so that it is listed again without typing. */
export interface RecentEntry {
  key: string
  label: string
  kind: string
  link: Pick<NavigateOptions, 'to'> & { params?: object; search?: object }
}

const max = 6
const storageKey = (userId: number) => `flotilla.recent.${userId}`

export function listRecentEntries(userId: number): RecentEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.slice(0, max) : []
  } catch {
    return []
  }
}

export function storeRecentEntry(userId: number, entry: RecentEntry): void {
  const others = listRecentEntries(userId).filter(({ key }) => key !== entry.key)
  localStorage.setItem(storageKey(userId), JSON.stringify([entry, ...others].slice(0, max)))
}

/** Cleared at sign-out: the next user of this computer must not see it. */
export const clearRecentEntries = (userId: number): void => localStorage.removeItem(storageKey(userId))
