/** Kinds that do not read as words. */
const titles: Readonly<Record<string, string | undefined>> = {
  'ssl-check': 'Certificate check',
  'import-users': 'Import of users',
  import: 'Import of sites',
}

/** `sync` → "Sync", `check-sites` → "Check sites": the kind of a job in words. */
export const jobTitle = (type: string): string => {
  const words = titles[type] ?? type.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
