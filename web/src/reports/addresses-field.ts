/** Several e-mail addresses in one field, between commas, spaces or lines. */
export const readAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
