import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Beat, beatNumbers, beatStatuses } from './beat.ts'
import { ByteReader, ByteWriter, DamagedBytes } from './bytes.ts'

/**
 * Checks in packed form: about 11 bytes each while their hour grows, 2 or 3 once the day is over, where a row of a table
 * would take 70. Times are stored to the second.
 */

const maxMessageLength = 200
const statusChangedBit = 4
const messageBit = 8
const statusBits = 3

/** Packs one check of an hour, independent of the others, so that several processes may append to the same hour. */
export function packBeat(beat: Beat, hour: Date): Buffer {
  const writer = new ByteWriter()
  writer.number(
    beatNumbers[beat.status] + (beat.statusChanged ? statusChangedBit : 0) + (beat.message === '' ? 0 : messageBit),
  )
  writer.number(Math.floor((beat.at.getTime() - hour.getTime()) / 1000))
  writer.number(shortCode(beat.code))
  for (const ms of [beat.ms, beat.dnsMs, beat.connectMs, beat.tlsMs, beat.firstByteMs]) writer.number(ms ?? 0)
  if (beat.message !== '') writer.text(beat.message.slice(0, maxMessageLength))
  return writer.end()
}

/** Skips damaged bytes and everything after them: one bad row must not hide the rest or block the roll-up. */
export function unpackHour(packed: Buffer, hour: Date): Beat[] {
  const beats: Beat[] = []
  try {
    readHour(new ByteReader(packed), hour, beats)
  } catch (error) {
    if (!(error instanceof DamagedBytes)) throw error
  }
  return beats
}

function readHour(reader: ByteReader, hour: Date, beats: Beat[]): void {
  while (!reader.isAtEnd) {
    const flags = reader.number()
    beats.push({
      status: statusOf(flags),
      statusChanged: (flags & statusChangedBit) !== 0,
      at: new Date(hour.getTime() + reader.number() * 1000),
      code: longCode(reader.number()),
      ms: reader.number(),
      dnsMs: reader.number(),
      connectMs: reader.number(),
      tlsMs: reader.number(),
      firstByteMs: reader.number(),
      message: (flags & messageBit) !== 0 ? reader.text() : '',
    })
  }
}

/** Packs the checks of a day in time order, without phases; stored by column because that compresses well. */
export function packDay(beats: readonly Beat[], day: Date): Buffer {
  const writer = new ByteWriter()
  writer.number(beats.length)
  let [at, step] = [day.getTime(), 0]
  for (const beat of beats) {
    const next = beat.at.getTime() - at
    writer.signed(Math.round((next - step) / 1000))
    ;[at, step] = [beat.at.getTime(), next]
  }
  for (const { status, statusChanged, message } of beats)
    writer.number(beatNumbers[status] + (statusChanged ? statusChangedBit : 0) + (message === '' ? 0 : messageBit))
  for (const { code } of beats) writer.number(shortCode(code))
  for (const { ms } of beats) writer.number(ms)
  for (const { message } of beats) if (message !== '') writer.text(message)
  return deflateRawSync(writer.end())
}

export function unpackDay(packed: Buffer, day: Date): Beat[] {
  const reader = new ByteReader(inflateRawSync(packed))
  const count = reader.number()
  const read = <T>(one: () => T): T[] => Array.from({ length: count }, one)
  let [at, step] = [day.getTime(), 0]
  const times = read(() => {
    step += reader.signed() * 1000
    at += step
    return at
  })
  const flags = read(() => reader.number())
  const codes = read(() => longCode(reader.number()))
  const durations = read(() => reader.number())
  return flags.map((flag, index) => ({
    at: new Date(times[index] ?? 0),
    status: statusOf(flag),
    statusChanged: (flag & statusChangedBit) !== 0,
    code: codes[index] ?? 0,
    ms: durations[index] ?? 0,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: null,
    message: (flag & messageBit) !== 0 ? reader.text() : '',
  }))
}

function statusOf(flags: number): Beat['status'] {
  const status = beatStatuses[flags & statusBits]
  if (status === undefined) throw new DamagedBytes('A check has an unknown status.')
  return status
}

// 200 to 326 fit into one byte.
const shortCode = (code: number) => (code === 0 ? 0 : code >= 200 ? code - 199 : code + 1000)
const longCode = (short: number) => (short === 0 ? 0 : short > 1000 ? short - 1000 : short + 199)
