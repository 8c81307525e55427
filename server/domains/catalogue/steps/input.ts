import { COMPLETE, DRAFT, NO_LANE } from '#db/job-status.ts'
import { flag, integer, object, reference, t, text, version } from '#server/http/fields.ts'

/** 1 to 4; 99 or nothing for the group that belongs to no lane. */
const lane = () =>
  t.Union(
    [t.Null(), t.Literal(NO_LANE), t.Literal(String(NO_LANE)), t.Literal(''), integer(DRAFT, COMPLETE)],
    {
      error: `must be a lane from ${DRAFT} to ${COMPLETE}, or ${NO_LANE} for none`,
    },
  )

export const laneFrom = (value: unknown): number | null =>
  value === null || value === '' || Number(value) === NO_LANE ? null : Number(value)

// What is missing or makes no sense is told by the rule, in the words that people know.
export const NewStep = object({
  id: t.Optional(reference()),
  category: t.Optional(t.String({ maxLength: 100 })),
  name: t.Optional(text(120)),
  instruction: t.Optional(text(4_000, { multiline: true })),
  lane: t.Optional(t.Any()),
})

export const StepChange = object({
  name: t.Optional(text(120)),
  instruction: t.Optional(text(4_000, { multiline: true })),
  lane: t.Optional(lane()),
  archived: t.Optional(flag()),
  version: version(),
})

export const StepOrder = object({
  category: t.String({ maxLength: 100 }),
  lane: lane(),
  ids: t.Array(t.String({ maxLength: 100 }), { maxItems: 500, error: 'must be a list of ids' }),
})

export const StepList = object({ archived: t.Optional(flag()) })
