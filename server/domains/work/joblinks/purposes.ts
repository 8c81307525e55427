import type { LinkPurpose } from '#db/schema/tenant/index.ts'
import type { JobDocumentKind } from '#server/documents/document-kinds.ts'

/** The documents that go to a client with a link to answer by. */
export const purposeOfKind = { estimate: 'approve', card: 'accept' } as const satisfies Partial<
  Record<JobDocumentKind, LinkPurpose>
>

type LinkedKind = keyof typeof purposeOfKind

/** Undefined for a document that asks for no answer. */
export const linkPurpose = (kind: JobDocumentKind): LinkPurpose | undefined =>
  (purposeOfKind as Partial<Record<JobDocumentKind, LinkPurpose>>)[kind]

export const kindOfPurpose = { approve: 'estimate', accept: 'card' } as const satisfies Record<
  LinkPurpose,
  LinkedKind
>
