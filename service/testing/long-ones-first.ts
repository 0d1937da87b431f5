import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These wait for processes, deadlines and leases. */
const patient = /^(bench\/drills|scripts\/release|service\/platform\/database\/embedded|service\/commands|launch)/
/** These keep a browser busy. */
const busy = /^(web\/tests|service\/platform\/browser|service\/domain\/perf-audit\/operations\/run-)/

/** This one takes longer than any other three. */
const longest = /^web\/tests\/every-page/

/**
 * Files that take long begin first, so that no worker is left with one of them at the end; those that wait go beside those
 * that work, so that no core idles.
 */
export class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const ofKind = (kind: RegExp) => sorted.filter((file) => kind.test(nameOf(file)))
    const [waiting, working] = [ofKind(patient), [...ofKind(longest), ...ofKind(busy)]]
    const long = working.flatMap((file, place) => [file, ...waiting.slice(place, place + 1)])
    const first = new Set([...long, ...waiting])
    return [...first, ...sorted.filter((file) => !first.has(file))]
  }
}

const root = new URL('../../', import.meta.url).pathname
const nameOf = ({ moduleId }: TestSpecification) => moduleId.replace(root, '')
