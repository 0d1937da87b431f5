/** `tags[0]` → `Tags 1`, for a field without a label on the page. */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/\[(\d+)\]/g, (_all, index: string) => ` ${Number(index) + 1}`)
    .replace(/[._]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The texts of the page are sentences; other reasons of the service continue the name of the field. */
const isSentence = (reason: string) => /^\p{Lu}/u.test(reason)

/** Beside the field. */
export const toFieldError = (label: string, reason: string): string =>
  isSentence(reason) ? reason : `${label} ${reason}`.trim()

/** In a place without the field. */
export function toNamedError(field: string, reason: string): string {
  const text = `${fieldLabel(field)}${isSentence(reason) && field !== '' ? ':' : ''} ${reason}`.trim()
  return text.endsWith('.') ? text : `${text}.`
}
