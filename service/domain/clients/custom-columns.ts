/** The title prefix of the columns for custom fields. */
const customPrefix = 'field: '

export const customColumnTitle = (name: string) => `${customPrefix}${name}`

export const customFieldName = (title: string): string | null =>
  title.toLowerCase().startsWith(customPrefix.trim()) ? title.slice(customPrefix.trim().length).trim() : null
