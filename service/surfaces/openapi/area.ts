import type { Address } from '../../operation/address.ts'
import type { Operation } from '../../operation/operation.ts'

/** The area of an operation for readers: the first part of its REST path, else the area of its permission. */
export function areaOf(operation: Operation, addresses: readonly Address[]): string {
  for (const address of addresses) {
    if (address.operation !== operation) continue
    if (address.kind === 'batch') return address.group
    const [, area = ''] = address.path.split('/')
    return area
  }
  const { permission } = operation
  return permission.includes('.') ? permission.slice(0, permission.lastIndexOf('.')) : 'general'
}

const acronyms = ['api', 'rest', 'ssl']

/** `ssl-monitor` → `SSL monitor`, for headings. */
export function headingOf(slug: string): string {
  const [first = '', ...rest] = slug
    .replace(/^svc-/, '')
    .split('-')
    .map((part) => (acronyms.includes(part) ? part.toUpperCase() : part))
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}
