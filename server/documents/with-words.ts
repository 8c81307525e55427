import type { DocumentWords } from './words.ts'

type Texts = Pick<DocumentWords, 'title' | 'intro' | 'terms' | 'foot'>

/** What an account's words add to a document; what it has no words for stays as it is born. */
const added = ({ title, intro, foot }: Texts) => ({
  ...(title && { title }),
  ...(intro && { intro }),
  ...(foot && { foot }),
})

/** Terms of the client and the organisation first, then those of the document. */
export const paperWords = <P extends object>(paper: P, words: Texts, ...terms: (string | undefined)[]) => ({
  ...paper,
  ...added(words),
  terms: [...terms, words.terms].filter(Boolean).join('\n'),
})

export const cardWords = <C extends object>(card: C, words: Texts) => ({
  ...card,
  ...added(words),
  ...(words.terms && { terms: words.terms }),
})
