import { assertionKinds } from '#server/domains/work/jobs/assertion-kinds.ts'
import { choice, flag, integer, object, reference, t, version } from '#server/http/fields.ts'

const kind = () => choice(...assertionKinds.map(({ kind }) => kind))

/** Without a board the rule holds on every one. */
export const NewAssertion = object({
  id: t.Optional(reference()),
  kind: kind(),
  boardid: t.Optional(reference()),
  lane: integer(2, 4),
  blocks: t.Optional(flag()),
})

export const AssertionChange = object({
  kind: t.Optional(kind()),
  boardid: t.Optional(reference()),
  lane: t.Optional(integer(2, 4)),
  blocks: t.Optional(flag()),
  archived: t.Optional(flag()),
  version: version(),
})

export const AssertionForm = object({
  kind: kind(),
  lane: integer(2, 4),
  boardid: t.Optional(reference()),
  blocks: choice('warn', 'block'),
  version: version(),
})
