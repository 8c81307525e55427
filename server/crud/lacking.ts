import type { Claim, ClaimHolder } from '#server/access/claims.ts'
import type { WordsLink } from '#views/ui/words-link.tsx'
import type { FoundRecord } from './field.ts'
import { storedValue } from './read.ts'
import type { Resource } from './resource.ts'

/** Said of a new record without a value; the words that `link` names lead to where it gets one, as `label` does from the record. */
export type Lacking = { said: string; link: WordsLink; claim: Claim; label: string }

/** The link for whoever may go there alone. */
export const wayOut = (c: ClaimHolder, { said, link, claim }: Lacking) => ({
  said,
  link: c.can(claim) ? link : undefined,
})

/** From a record in use to where it gets the values that it lacks, for whoever may go there. */
export const lackingLinks = ({ fields }: Resource, c: ClaimHolder, found: FoundRecord) =>
  Object.entries(fields).flatMap(([name, { lacking }]) =>
    lacking && !found.record.archived && !storedValue(found, name) && c.can(lacking.claim)
      ? [{ label: lacking.label, icon: 'plus' as const, href: lackingHref(lacking.link, found.record.id) }]
      : [],
  )

export const lackingHref = ({ href }: WordsLink, id: string) => href.replace(':id', id)
