import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These wait for processes, deadlines and leases. Those that force garbage collections are quick only in a new process. */
const patient =
  /^(bench\/drills|scripts\/release|service\/platform\/database\/embedded|service\/commands|service\/platform\/connector\/memory|launch)/
/** These keep a browser busy. */
const busy = /^(web\/tests|service\/platform\/browser|service\/domain\/perf-audit\/operations\/run-)/

/** Each of these takes longer than any other three. */
const longest = /^(web\/tests\/every-page|scripts\/release\/release|service\/platform\/connector\/memory)/

/**
 * Starts slow files first, so that no worker runs one of them alone at the end; waiting files run next to busy ones, so that
 * no core idles.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = (file: TestSpecification) => Number(longest.test(nameOf(file)))
    const ofKind = (kind: RegExp) =>
      sorted.filter((file) => kind.test(nameOf(file))).sort((one, other) => isLongest(other) - isLongest(one))
    const [waiting, working] = [ofKind(patient), ofKind(busy)]
    const long = working.flatMap((file, index) => [file, ...waiting.slice(index, index + 1)])
    const first = new Set([...long, ...waiting])
    return [...first, ...sorted.filter((file) => !first.has(file))]
  }
}

const root = new URL('../../', import.meta.url).pathname
const nameOf = ({ moduleId }: TestSpecification) => moduleId.replace(root, '')
