import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { addresses, type Permission } from '../contract/client.ts'

interface Address {
  surface: 'rest' | 'ability'
  method: string
  path: string
  names?: Readonly<Record<string, string>>
}

interface Operation {
  name: string
  effect: string
  permission: Permission
  requires: string | null
}

const restBase = '/api/v2'
const pathOfAbility = (name: string) => `/api/v1/abilities/svc/${name}-v1/run`

/**
 * The addresses and requirements of the operations that the dashboard names, as one short text, which the browser reads at its start: as objects
 * they would be a twentieth of the first view. A line `=effect permission module` applies to the operations after it; their
 * lines are `name method path names`, without a path for abilities.
 */
export function operationTable(): Plugin {
  const name = 'virtual:operations'
  return {
    name: 'flotilla-operations',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? tableModule() : null),
  }
}

function tableModule(): string {
  const { operations } = JSON.parse(readFileSync(new URL('../contract/catalogue.json', import.meta.url), 'utf8')) as {
    operations: Operation[]
  }
  const requirementOf = ({ effect, permission, requires }: Operation) =>
    `=${effect} ${permission}${requires === null ? '' : ` ${requires}`}`
  const isNamed = namesInSources()
  const named = operations.filter(({ name }) => isNamed(name))
  const groups = [...Map.groupBy(named, requirementOf)]
  const text = groups.flatMap(([requirement, members]) => [requirement, ...members.map(({ name }) => lineOf(name))])
  return `
    export const addresses = {}
    export const requirements = {}
    let requirement
    for (const line of ${JSON.stringify(text.join('\n'))}.split('\\n')) {
      if (line[0] === '=') requirement = line.slice(1).split(' ')
      else {
        const [name, method, path, names] = line.split(' ')
        requirements[name] = requirement
        if (path) addresses[name] = { surface: 'rest', method, path: '${restBase}' + path, names: names && JSON.parse(names) }
        else if (method) addresses[name] = { surface: 'ability', method, path: '${pathOfAbility('')}'.replace('/-v1', '/' + name + '-v1') }
      }
    }`
}

function lineOf(name: string): string {
  const address: Address | undefined = (addresses as Record<string, Address>)[name]
  if (!address) return name
  const { surface, method, path, names } = address
  if (surface === 'ability') {
    if (path !== pathOfAbility(name)) throw new Error(`The address of ${name} does not follow from its name.`)
    return `${name} ${method}`
  }
  if (!path.startsWith(`${restBase}/`)) throw new Error(`The address of ${name} is outside of ${restBase}.`)
  return `${name} ${method} ${path.slice(restBase.length)}${names ? ` ${JSON.stringify(names)}` : ''}`
}

const sources = join(import.meta.dirname, 'src')

/** True for names in quotes, and for names that fit a template such as `get-${group}-settings`. */
function namesInSources(): (name: string) => boolean {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const texts = files.map((file) => readFileSync(join(sources, file), 'utf8'))
  const names = new Set(texts.flatMap((text) => text.match(/(?<=['"])[a-z]+(-[a-z]+)+(?=['"])/g) ?? []))
  const templates = texts.flatMap((text) => text.match(/(?<=`)(?=[a-z]+-)[a-z-]*\$\{[^`}]*\}[a-z-]*(?=`)/g) ?? [])
  const patterns = [...new Set(templates)].map((template) => new RegExp(`^${template.replace(/\$\{.*\}/, '.+')}$`))
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name))
}
