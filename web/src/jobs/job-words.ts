/** `sync` → "Sync", `check-sites` → "Check sites": the kind of a job in words. */
export const jobTitle = (type: string): string => {
  const words = type.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
