/** A value of a form field. Lists and maps become PHP bracket names; undefined is omitted. */
export type FormValue =
  | string
  | number
  | boolean
  | undefined
  | readonly FormValue[]
  | { readonly [key: string]: FormValue }

export type FormFields = Readonly<Record<string, FormValue>>

/** Encodes like a browser form. PHP drops empty lists, so a caller that needs "none" must send the value that 4.x sends. */
export function encodeForm(fields: FormFields): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) append(form, name, value)
  return form.toString()
}

function append(form: URLSearchParams, name: string, value: FormValue): void {
  if (value === undefined) return
  if (typeof value !== 'object') {
    form.append(name, value === true ? '1' : value === false ? '0' : String(value))
    return
  }
  for (const [key, item] of Object.entries(value)) append(form, `${name}[${key}]`, item)
}

/** Every byte as %xx: the child decodes a password twice, and WordPress adds a backslash before bare quotes. */
export function percentEncodeBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex').replace(/../g, '%$&')
}

/** WordPress removes one backslash of every pair. */
export function doubleBackslashes(text: string): string {
  return text.replaceAll('\\', '\\\\')
}

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

export function base64Json(value: unknown): string {
  return base64(JSON.stringify(value))
}
