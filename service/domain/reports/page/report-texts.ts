import type { Language } from '../../../operation/language.ts'
import { en, type ReportTexts } from './english-report-texts.ts'
import { de } from './german-report-texts.ts'

const all: Record<Language, ReportTexts> = { en, de }

export type { ReportTexts }

export const reportTextsIn = (language: Language): ReportTexts => all[language]
