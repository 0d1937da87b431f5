/** Name → text in the User-Agent header; the first match counts, because most browsers name others, too. */
const browsers: readonly (readonly [name: string, sign: string])[] = [
  ['Edge', 'Edg'],
  ['Opera', 'OPR/'],
  ['Samsung Internet', 'SamsungBrowser/'],
  ['Vivaldi', 'Vivaldi/'],
  ['Firefox', 'Firefox/'],
  ['Firefox', 'FxiOS/'],
  ['Chrome', 'CriOS/'],
  ['Chrome', 'Chrome/'],
  ['Safari', 'Safari/'],
  ['curl', 'curl/'],
]

const systems: readonly (readonly [name: string, sign: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['macOS', 'Mac OS X'],
  ['ChromeOS', 'CrOS'],
  ['Linux', 'Linux'],
]

/** `Firefox on Windows`. Only names of the lists are returned, never text of the header: the caller chooses it. */
export function browserName(userAgent: string | null | undefined): string | null {
  const text = userAgent?.slice(0, 500) ?? ''
  const find = (names: typeof browsers) => names.find(([, sign]) => text.includes(sign))?.[0]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
