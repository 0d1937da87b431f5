import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each of these takes a minute or more. */
const longest =
  /^(web\/tests\/(every-page|hostile-data)|service\/access-matrix|scripts\/release\/release|bench\/drills)/
/** These force garbage collections, which are quick only in a process that has loaded little. */
const collecting =
  /^service\/(platform\/connector\/memory|operation\/import-rows|domain\/moving-in\/dump\/dump-reader|platform\/outbound\/(body-collector|hostile-peers))\./
/** These keep a browser or a processor busy. */
const busy =
  /^(web\/tests|service\/platform\/browser|service\/platform\/connector\/guard\/guard\.|service\/domain\/perf-audit\/operations\/run-)/
/** These wait for processes, deadlines, downloads and leases. */
const patient =
  /^(service\/platform\/database\/embedded|service\/commands|bench\/fuzz\/fuzz|service\/testing\/debian-programs|launch)/

/**
 * Starts slow files first, so that no worker runs one of them alone at the end; waiting files run next to busy ones, so that
 * no core idles. Other files follow by their size, the largest first.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const ofKind = (kind: RegExp) => sorted.filter((file) => kind.test(nameOf(file)))
    const waiting = ofKind(patient)
    const working = ofKind(busy).flatMap((file, index) => [file, ...waiting.slice(index, index + 1)])
    return [...new Set([...ofKind(longest), ...ofKind(collecting), ...working, ...waiting, ...sorted])]
  }
}

const root = new URL('../../', import.meta.url).pathname
const nameOf = ({ moduleId }: TestSpecification) => moduleId.replace(root, '')
