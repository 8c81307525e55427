import type { DocumentTexts } from './texts.ts'

type Texts = Pick<DocumentTexts, 'title' | 'intro' | 'terms' | 'foot'>

const textFields = ({ title, intro, foot }: Texts) => ({
  ...(title && { title }),
  ...(intro && { intro }),
  ...(foot && { foot }),
})

export const addPriceDocumentTexts = <P extends object>(
  document: P,
  words: Texts,
  ...terms: (string | undefined)[]
) => ({
  ...document,
  ...textFields(words),
  terms: [...terms, words.terms].filter(Boolean).join('\n'),
})

export const addJobCardTexts = <C extends object>(card: C, words: Texts) => ({
  ...card,
  ...textFields(words),
  ...(words.terms && { terms: words.terms }),
})
