import { readFileSync } from 'node:fs'
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

const name = 'virtual:operations'

/**
 * The addresses and requirements of operations. Every module registers the operations that it names when it is loaded: a table of all of
 * them would be a thirtieth of the first view. A line `=effect permission module` applies to the operations after it; their lines are
 * `name method path names`, without a path for abilities.
 */
export function operationTable(): Plugin {
  const { operations } = JSON.parse(readFileSync(new URL('../contract/catalogue.json', import.meta.url), 'utf8')) as {
    operations: Operation[]
  }
  return {
    name: 'flotilla-operations',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? tableModule : null),
    transform(code, id) {
      if (!id.startsWith(sources) || !/\.tsx?$/.test(id)) return null
      const isNamed = namesIn(code)
      const named = operations.filter((operation) => isNamed(operation.name))
      if (named.length === 0) return null
      const groups = [...Map.groupBy(named, requirementOf)]
      const lines = groups.flatMap(([requirement, members]) => [
        requirement,
        ...members.map((each) => lineOf(each.name)),
      ])
      return `import { registerOperations } from '${name}'\nregisterOperations(${JSON.stringify(lines.join('\n'))})\n${code}`
    },
  }
}

const requirementOf = ({ effect, permission, requires }: Operation) =>
  `=${effect} ${permission}${requires === null ? '' : ` ${requires}`}`

const tableModule = `
  export const addresses = {}
  export const requirements = {}
  export function registerOperations(lines) {
    let requirement
    for (const line of lines.split('\\n')) {
      if (line[0] === '=') requirement = line.slice(1).split(' ')
      else {
        const [name, method, path, names] = line.split(' ')
        requirements[name] = requirement
        if (path) addresses[name] = { surface: 'rest', method, path: '${restBase}' + path, names: names && JSON.parse(names) }
        else if (method) addresses[name] = { surface: 'ability', method, path: '${pathOfAbility('')}'.replace('/-v1', '/' + name + '-v1') }
      }
    }
  }`

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
function namesIn(code: string): (name: string) => boolean {
  const names = new Set(code.match(/(?<=['"])[a-z]+(-[a-z]+)+(?=['"])/g))
  const templates = code.match(/(?<=`)(?=[a-z]+-)[a-z-]*\$\{[^`}]*\}[a-z-]*(?=`)/g) ?? []
  const patterns = [...new Set(templates)].map((template) => new RegExp(`^${template.replace(/\$\{.*\}/, '.+')}$`))
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name))
}
