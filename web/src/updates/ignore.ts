import { updatesTexts } from './updates-texts.ts'

export interface Ignorable {
  type: 'core' | 'plugin' | 'theme'
  slug: string
  name: string
  /** The available version. */
  version: string
}

export const ignoreLabels = (items: readonly Ignorable[]): string =>
  items.length === 1
    ? updatesTexts.updatesOfName({ name: items[0]!.name })
    : updatesTexts.updatesOfCountItems({ count: items.length })
