export interface Ignorable {
  type: 'core' | 'plugin' | 'theme'
  slug: string
  name: string
  /** The available version. */
  version: string
}

export const ignoreLabels = (items: readonly Ignorable[]): string =>
  items.length === 1 ? `updates of ${items[0]!.name}` : `updates of ${items.length} items`
