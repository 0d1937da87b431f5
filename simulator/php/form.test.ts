import { describe, expect, it } from 'vitest'
import { list, parseForm, text } from './form.ts'

const form = (body: string) => parseForm(Buffer.from(body), 'application/x-www-form-urlencoded; charset=UTF-8')
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('parseForm', () => {
  it('turns bracketed names into maps', () => {
    const fields = form('params_logs%5Bevents_count%5D=100&post_data[ID]=4&post_data[a][b]=c')
    expect(plain(fields)).toEqual({ params_logs: { events_count: '100' }, post_data: { ID: '4', a: { b: 'c' } } })
  })

  it('numbers the elements of lists', () => {
    const fields = form('options[]=spam&options[]=pending&other[0]=x')
    expect(list(fields, 'options')).toEqual(['spam', 'pending'])
    expect(list(fields, 'other')).toEqual(['x'])
  })

  it('decodes plus signs, percent signs and UTF-8', () => {
    expect(text(form('title=caf%C3%A9+%26+%F0%9F%8E%89'), 'title')).toBe('café & 🎉')
  })

  it('keeps names like __proto__ as ordinary fields', () => {
    expect(text(form('__proto__=x'), '__proto__')).toBe('x')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('reads multipart bodies', () => {
    const part = (name: string, value: string) =>
      `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const body = Buffer.from(`${part('function', 'stats')}${part('a[b]', 'ü')}--cut--\r\n`)
    expect(plain(parseForm(body, 'multipart/form-data; boundary=cut'))).toEqual({ function: 'stats', a: { b: 'ü' } })
  })

  it('finds no fields in JSON', () => {
    expect(plain(parseForm(Buffer.from('{"function":"stats"}'), 'application/json'))).toEqual({})
  })
})
