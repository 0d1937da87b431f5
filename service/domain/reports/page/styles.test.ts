import { expect, it } from 'vitest'
import { defaultBranding } from '../branding.ts'
import { darkenForWhite, readableTextOn } from './colors.ts'
import { styleSheet } from './styles.ts'

it('escapes a name so that it ends neither the text nor the style sheet', () => {
  const styles = styleSheet(defaultBranding, `"; } </style><b> \\ } @import url(x)`)
  expect(styles).not.toContain('</style>')
  expect(styles).not.toContain('@import')
  const line = styles.split('\n').find((each) => each.includes('@bottom-left { content: "'))
  expect(line!.match(/"/g)).toHaveLength(2)
})

it.each([
  ['#000000', '#ffffff'],
  ['#14324f', '#ffffff'],
  ['#ffff00', '#10202e'],
  ['#ffffff', '#10202e'],
])('on %s the text is %s', (color, ink) => {
  expect(readableTextOn(color)).toBe(ink)
})

it('darkens a light colour until it is readable on white, and keeps a dark one', () => {
  expect(darkenForWhite('#14324f')).toBe('#14324f')
  expect(darkenForWhite('#ffe600')).not.toBe('#ffe600')
})
