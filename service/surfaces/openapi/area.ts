import type { Address } from '../../operation/address.ts'
import type { Operation } from '../../operation/operation.ts'

/** The word under which people look for an operation: the first of its REST path, else the area of its permission. */
export function areaOf(operation: Operation, addresses: readonly Address[]): string {
  for (const address of addresses) {
    if (address.operation !== operation) continue
    return address.kind === 'route' ? address.path.split('/')[1]! : address.group
  }
  const { permission } = operation
  return permission.includes('.') ? permission.slice(0, permission.lastIndexOf('.')) : 'general'
}

/** `rest-api` → `Rest api`, for headings. */
export function headingOf(slug: string): string {
  const words = slug.replace(/^svc-/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
