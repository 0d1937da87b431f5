import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../operation/errors.ts'
import { readBrackets, readQuery } from './brackets.ts'

describe('readBrackets', () => {
  it.each([
    ['', {}],
    ['page=1', { page: '1' }],
    ['input[key]=v', { input: { key: 'v' } }],
    ['input%5Bkey%5D=v%20w', { input: { key: 'v w' } }],
    ['input[list][]=a&input[list][]=b', { input: { list: ['a', 'b'] } }],
    ['input[list][0]=a&input[list][1]=b', { input: { list: { 0: 'a', 1: 'b' } } }],
    ['ids[]=1', { ids: ['1'] }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a=1&a[]=2', { a: ['1', '2'] }],
    ['a[b][c]=d', { a: { b: { c: 'd' } } }],
    ['[odd]=1', { '[odd]': '1' }],
    ['open[=1', { 'open[': '1' }],
    ['a=100%&b=%EF%BF%BD', { a: '100%', b: '\ufffd' }],
  ])('%s', (query, expected) => {
    expect(readBrackets(query)).toEqual(expected)
  })

  it.each([
    ['__proto__[admin]=1'],
    ['input[__proto__][admin]=1'],
    ['input[constructor][prototype]=1'],
    ['a[b][c][d][e][f]=1'],
    ['a[][b]=1'],
    ['a=1&a[b]=2'],
    ['a=%ff'],
    ['a%C0%80=1'],
    ['a=%ED%A0%80'],
    [Array.from({ length: 2001 }, (_, index) => `k${index}=1`).join('&')],
  ])('refuses %s', (query) => {
    expect(() => readBrackets(query)).toThrow(ServiceError)
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })
})

describe('readQuery', () => {
  it.each([
    ['/sites', {}],
    ['/sites?', {}],
    ['/sites?page=1', { page: '1' }],
    ['/sites?search=what?&page=2', { search: 'what?', page: '2' }],
    ['/sites?url=https://one.example/?p=1&dry_run=true', { url: 'https://one.example/?p=1', dry_run: 'true' }],
  ])('%s', (url, expected) => {
    expect(readQuery(url)).toEqual(expected)
  })
})
