import type { Claim, ClaimHolder } from '#server/access/claims.ts'
import type { WordsLink } from '#views/ui/words-link.tsx'

/** Said of a new record without a value; the words that `link` names lead to where it gets one. */
export type Lacking = { said: string; link: WordsLink; claim: Claim }

/** The link for whoever may go there alone. */
export const wayOut = (c: ClaimHolder, { said, link, claim }: Lacking) => ({
  said,
  link: c.can(claim) ? link : undefined,
})
