// Invisible characters hide text or change the reading direction. Joiners stay: Persian and emoji need them.
const invisible = /(?![\u00ad\u200c\u200d])\p{Cf}/gu

/** One line without control and invisible characters, at most `max` UTF-16 units long. */
export function toOneLine(text: string, max: number): string {
  const line = text
    .slice(0, 20_000)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(invisible, '')
    .trim()
  return shortenTo(line, max)
}

/** At most `max` UTF-16 units, without half a character at the end. */
export const shortenTo = (text: string, max: number): string =>
  text.length <= max ? text : `${withoutHalfCharacter(text.slice(0, Math.max(0, max - 1)))}…`

const withoutHalfCharacter = (text: string) => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text)

/**
 * The lines that fit together with their separators, with the number of the others as the last line. `sizeOf` measures an
 * escaped line in the unit of the service.
 */
export function fitLines(
  lines: readonly string[],
  max: number,
  sizeOf: (line: string) => number = (line) => line.length,
): string[] {
  const sizes = lines.map((line) => sizeOf(line) + 1)
  if (sizes.reduce((sum, size) => sum + size, 0) <= max + 1) return [...lines]
  let left = max - sizeOf('… and 9999 more')
  const fitting = sizes.findIndex((size) => {
    left -= size
    return left < 0
  })
  return [...lines.slice(0, fitting), `… and ${lines.length - fitting} more`]
}

export const byteLength = (text: string): number => Buffer.byteLength(text)

// Apps turn addresses and names after @ into links. The joiner is invisible and stops that.
const linkPart = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])|@(?=[\p{L}\p{N}])/gu

/** For services that show plain text and make links of it themselves: text of a child site must not become a link or a mention. */
export const withoutLinks = (text: string): string =>
  text.replaceAll('://', ':\u2060//').replace(linkPart, (part) => `${part}\u2060`)
