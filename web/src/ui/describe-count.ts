/** `counted(3, 'site')` → "3 sites". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

/** An address as people say it. */
export const hostOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
