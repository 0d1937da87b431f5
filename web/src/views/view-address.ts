import type { AppShellData } from '../api/app-shell.ts'

export type View = AppShellData['views'][number]

/** The parameters of the sites page that show a view. */
export const searchOfView = ({ id, filters, sort, order }: View): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
  sort,
  order,
  view: String(id),
})
