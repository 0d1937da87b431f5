/** Arithmetic of colours written as #rrggbb. */

type Channels = [red: number, green: number, blue: number]

function channelsOf(color: string): Channels {
  const number = Number.parseInt(color.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

const written = (channels: number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** So much of another colour stirred in: 0 is none, 1 is all. */
export function mixed(color: string, other: string, share: number): string {
  const [one, two] = [channelsOf(color), channelsOf(other)]
  return written(one.map((value, place) => value + (two[place]! - value) * share))
}

/** How light it is to the eye, 0 to 1 (WCAG relative luminance). */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const share = value / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const ink = '#10202e'

/** White or dark, whichever can be read on this colour. */
export const readableOn = (color: string): string =>
  contrast(color, '#ffffff') >= contrast(color, ink) ? '#ffffff' : ink

/** The colour itself, darkened until it can be read on white. */
export function readableOnWhite(color: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const darker = mixed(color, ink, share)
    if (contrast(darker, '#ffffff') >= 4.5) return darker
  }
  return ink
}
