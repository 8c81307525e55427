import type { DocumentWords } from './texts.ts'

type Texts = Pick<DocumentWords, 'title' | 'intro' | 'terms' | 'foot'>

const added = ({ title, intro, foot }: Texts) => ({
  ...(title && { title }),
  ...(intro && { intro }),
  ...(foot && { foot }),
})

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
