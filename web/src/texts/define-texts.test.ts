import { createElement, type ReactElement, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { defineTexts } from './define-texts.ts'

type Children = { children: ReactNode[] }

// Compiled here, without a build: label modules and their tests run in Node as they are.
const texts = defineTexts({
  plain: 'Jobs',
  sites: '{done, number} of {total, plural, =0 {no sites} one {# site} other {# sites}}',
  place: '{position, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} of {name}',
  share: '{share, number, ::percent} since {since, date, ::yyyyMMMdd}',
  link: 'Read <link>the job {id}</link>.',
})

it('gives a text without arguments as it is', () => {
  expect(texts.plain).toBe('Jobs')
})

it.each([
  [0, 'no sites'],
  [1, '1 site'],
  [2, '2 sites'],
  [12_345, '12,345 sites'],
])('chooses the plural of %d', (total, sites) => {
  expect(texts.sites({ done: 1_000, total })).toBe(`1,000 of ${sites}`)
})

it('formats ordinals, percentages and dates', () => {
  expect(texts.place({ position: 22, name: 'Bakery' })).toBe('22nd of Bakery')
  const since = new Date('2026-11-16T12:00:00Z')
  expect(texts.share({ share: 0.25, since })).toBe('25% since Nov 16, 2026')
})

it('passes the content of a tag to its function', () => {
  // A text with tags is a fragment of its parts.
  const text = texts.link({ id: '7', link: (content) => createElement('a', {}, content) }) as ReactElement<Children>
  const [before, link, after] = text.props.children
  expect([before, after]).toEqual(['Read ', '.'])
  expect(link).toMatchObject({ type: 'a', props: { children: ['the job 7'] } })
})

it('refuses unknown texts and wrong arguments when types are checked', () => {
  // Only tsc reads these lines: without the error that each expects, `npm run check` fails.
  const neverCalled = () => [
    // @ts-expect-error There is no such text.
    texts.missing,
    // @ts-expect-error The total is missing.
    texts.sites({ done: 1 }),
    // @ts-expect-error A plural needs a number.
    texts.sites({ done: 1, total: '2' }),
    // @ts-expect-error The function of the tag is missing.
    texts.link({ id: '7' }),
    // @ts-expect-error A text without arguments is no function.
    texts.plain(),
  ]
  expect(neverCalled).toBeTypeOf('function')
})
