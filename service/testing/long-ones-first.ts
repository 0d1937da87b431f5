import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These wait for processes, deadlines and leases. Those that force garbage collections are quick only in a new process. */
const patient =
  /^(bench\/drills|scripts\/release|service\/platform\/database\/embedded|service\/commands|service\/platform\/connector\/memory|launch)/
/** These keep a browser busy. */
const busy = /^(web\/tests|service\/platform\/browser|service\/domain\/perf-audit\/operations\/run-)/

/** Each of these takes longer than any other three. */
const longest = /^(web\/tests\/every-page|scripts\/release\/release|service\/platform\/connector\/memory)/

/**
 * Files that take long begin first, so that no worker is left with one of them at the end; those that wait go beside those
 * that work, so that no core idles.
 */
export class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = (file: TestSpecification) => Number(longest.test(nameOf(file)))
    const ofKind = (kind: RegExp) =>
      sorted.filter((file) => kind.test(nameOf(file))).sort((one, other) => isLongest(other) - isLongest(one))
    const [waiting, working] = [ofKind(patient), ofKind(busy)]
    const long = working.flatMap((file, place) => [file, ...waiting.slice(place, place + 1)])
    const first = new Set([...long, ...waiting])
    return [...first, ...sorted.filter((file) => !first.has(file))]
  }
}

const root = new URL('../../', import.meta.url).pathname
const nameOf = ({ moduleId }: TestSpecification) => moduleId.replace(root, '')
