import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A setting as the page needs it: what kind of control, what it says, and what it is when nobody has set it. */
export interface SettingField {
  key: string
  kind: 'flag' | 'choice' | 'whole' | 'text' | 'choices'
  says: string
  /** Why it changes nothing here; undefined when it does. */
  idle?: string
  byDefault?: unknown
  options?: (string | number)[]
  least?: number
  most?: number
  longest?: number
}

interface Schema {
  type?: string
  enum?: (string | number)[]
  anyOf?: Schema[]
  items?: Schema
  minimum?: number
  maximum?: number
  maxLength?: number
  description?: string
}

interface Catalogue {
  operations: { name: string; output: { properties: Record<string, Schema> } }[]
}

const groups = ['general', 'advanced', 'monitoring', 'cost-tracker', 'dashboard-insights', 'tools']

/** `virtual:settings`: the settings of every group, read from the contract when the page is built. */
export function settingsFields(): Plugin {
  const name = 'virtual:settings'
  const catalogue = new URL('../contract/catalogue.json', import.meta.url)
  return {
    name: 'flotilla-settings',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      const { operations } = JSON.parse(readFileSync(catalogue, 'utf8')) as Catalogue
      const rows = groups.map((group) => {
        const { output } = operations.find(({ name }) => name === `update-${group}-settings`)!
        return [group, Object.entries(output.properties).flatMap(([key, schema]) => readField(key, schema) ?? [])]
      })
      return `export default ${JSON.stringify(Object.fromEntries(rows))}`
    },
  }
}

// Both are written by describeSetting and withoutEffect of the service.
const described = /^(?<says>.*?)(?: Stored without effect(?:: (?<why>.*?))?\.)?(?: Default: (?<byDefault>.*)\.)?$/s

/** Nothing for what no simple control can hold: records, and lists that have pages of their own. */
function readField(key: string, schema: Schema): SettingField | null {
  const kind = kindOf(schema)
  const { says, why, byDefault } = described.exec(schema.description ?? '')?.groups ?? {}
  // Another name of a setting that stands here already.
  if (kind === null || byDefault === undefined) return null
  return {
    key,
    kind,
    says: says ?? '',
    ...(/Stored without effect/.test(schema.description ?? '') && { idle: why ?? '' }),
    byDefault: byDefault === 'none' ? '' : JSON.parse(byDefault),
    ...((schema.items?.enum ?? schema.enum) && { options: schema.items?.enum ?? schema.enum! }),
    ...(schema.minimum !== undefined && { least: schema.minimum }),
    ...(schema.maximum !== undefined && { most: schema.maximum }),
    ...(schema.maxLength !== undefined && { longest: schema.maxLength }),
  }
}

function kindOf({ type, enum: values, anyOf, items }: Schema): SettingField['kind'] | null {
  if (values) return values.join() === '0,1' ? 'flag' : 'choice'
  if (type === 'integer') return 'whole'
  if (type === 'string' || anyOf?.some((each) => each.type === 'string')) return 'text'
  if (type === 'array' && items?.enum) return 'choices'
  return null
}
