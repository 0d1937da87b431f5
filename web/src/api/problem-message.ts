import { language } from '../texts/language.ts'
import { loadSentences } from '../texts/sentence.ts'

/** `code` is null for a reason that is not an error, as of a site that was disconnected on purpose. */
type Describe = (error: { code: string | null; message: string }) => string

let describe: Describe = ({ message }) => message

/** The texts of all codes are one script, which English pages need only after an error. */
export async function loadProblemTexts(): Promise<void> {
  const { describeProblem } = await import('./describe-problem.ts')
  describe = describeProblem
}

/** Before the first page is shown. A page without the script shows messages of the service, in English. */
export const loadTextsOfLanguage = (): Promise<void> =>
  language === 'en' ? Promise.resolve() : Promise.all([loadProblemTexts(), loadSentences()]).then(noValue, noValue)

const noValue = () => {}

/** The sentence about an error that is part of an answer, in the language of the page. */
export const problemMessage: Describe = (error) => describe(error)
