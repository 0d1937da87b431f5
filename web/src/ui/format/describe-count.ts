/** `describeCount(3, 'site')` → "3 sites". */
export const describeCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

/** A URL without its protocol and a trailing slash. */
export const hostOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
