import { sentence } from '../texts/sentence.ts'

/**
 * A recorded change in the language of the page: "Comment marked as spam: Opening hours", "Title of the site changed from “A” to “B”".
 * Names and values are from the site and stay as they are.
 */
export function recordedChange(description: string): string {
  const whole = sentence(description)
  const colon = description.indexOf(': ')
  if (whole !== description || colon === -1) return whole
  return sentence(description.slice(0, colon)) + description.slice(colon)
}
