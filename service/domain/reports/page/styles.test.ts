import { expect, it } from 'vitest'
import { defaultBranding } from '../branding.ts'
import { readableOn, readableOnWhite } from './colors.ts'
import { stylesOf } from './styles.ts'

it('a name within the style sheet cannot end it, nor its text', () => {
  const styles = stylesOf(defaultBranding, `"; } </style><b> \\ } @import url(x)`)
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
])('on %s stands %s', (color, ink) => {
  expect(readableOn(color)).toBe(ink)
})

it('a light colour is darkened until it can be read on white; a dark one stays', () => {
  expect(readableOnWhite('#14324f')).toBe('#14324f')
  expect(readableOnWhite('#ffe600')).not.toBe('#ffe600')
})
