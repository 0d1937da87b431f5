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
  for (let place = 0; place < json.length; place++) {
    const byte = json[place]
    if (byte === quote) {
      place = endOfText(json, place + 1)
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
  let place = start
  while (place < json.length && json[place] !== quote) place += json[place] === backslash ? 2 : 1
  return place
}
