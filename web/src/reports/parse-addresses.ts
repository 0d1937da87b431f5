/** Splits a text into e-mail addresses, separated by commas, spaces or line breaks. */
export const parseAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
