const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openList, closeList, openMap, closeMap] = [0x5b, 0x5d, 0x7b, 0x7d]

export interface JsonBounds {
  maxJsonValues: number
  maxJsonDepth: number
}

/**
 * Whether JSON text is too large to be parsed: two bytes can become an object of a hundred, and nesting can be as deep
 * as the text is long. Scanning the bytes costs a tenth of parsing them.
 */
export function exceedsBounds(
  json: Buffer,
  { maxJsonValues, maxJsonDepth }: JsonBounds,
): 'values' | 'depth' | undefined {
  let depth = 0
  let values = 0
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === quote) {
      index = endOfText(json, index + 1)
    } else if (byte === comma) {
      if (++values > maxJsonValues) return 'values'
    } else if (byte === openMap || byte === openList) {
      if (++depth > maxJsonDepth) return 'depth'
      if (++values > maxJsonValues) return 'values'
    } else if (byte === closeMap || byte === closeList) {
      depth--
    }
  }
  return undefined
}

function endOfText(json: Buffer, start: number): number {
  let index = start
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1
  return index
}
