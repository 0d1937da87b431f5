type Channels = [red: number, green: number, blue: number]

function channelsOf(color: string): Channels {
  const number = Number.parseInt(color.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

const toHex = (channels: number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** `share` of the other colour: 0 is none, 1 is all. */
export function mixColors(color: string, other: string, share: number): string {
  const two = channelsOf(other)
  return toHex(channelsOf(color).map((value, index) => value + ((two[index] ?? 0) - value) * share))
}

/** WCAG relative luminance, 0 to 1. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const contrast = (one: string, other: string) => {
  const both = [luminance(one), luminance(other)]
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
}

const ink = '#10202e'

/** White or dark, whichever has more contrast. */
export const readableTextOn = (color: string): string =>
  contrast(color, '#ffffff') >= contrast(color, ink) ? '#ffffff' : ink

/** Darkened until it is readable on white. */
export function darkenForWhite(color: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const darker = mixColors(color, ink, share)
    if (contrast(darker, '#ffffff') >= 4.5) return darker
  }
  return ink
}
