import type { JobFacts } from '#db/queries/work/assertions.ts'
import { fieldLabels } from '#views/field-labels.ts'
import type { OptionalJobField } from './fields.ts'

export type AssertionFacts = JobFacts & { unconsumed: number; openassets: number }

/**
 * `needs` completes "A job needs …"; `fault` says what a job lacks, or nothing when it is as it should be; `field` is
 * where it is filled in, if one field alone decides.
 */
type Kind = {
  kind: string
  needs: string
  field?: OptionalJobField
  fault: (job: AssertionFacts) => string | false
}

const clientOrder = fieldLabels.clientorder.toLowerCase()
const scheduledTime = fieldLabels.scheduledtime.toLowerCase()
const lines = (n: number) => (n === 1 ? '1 line' : `${n} lines`)

export const assertionKinds: readonly Kind[] = [
  {
    kind: 'client',
    needs: 'a client',
    field: 'client',
    fault: ({ client }) => !client && 'No client selected.',
  },
  {
    kind: 'location',
    needs: 'a location',
    field: 'location',
    fault: ({ location }) => !location && 'No location is chosen.',
  },
  {
    kind: 'assignee',
    needs: 'an assignee',
    field: 'assignee',
    fault: ({ assignee }) => !assignee && 'Nobody is assigned.',
  },
  {
    kind: 'description',
    needs: 'a description',
    fault: ({ description }) => !description && 'The description is empty.',
  },
  {
    kind: 'customerreference',
    needs: `a ${clientOrder}`,
    field: 'customerreference',
    fault: (job) => !job.customerreference && `The ${clientOrder} is empty.`,
  },
  {
    kind: 'finish',
    needs: 'a due date',
    field: 'finish',
    fault: ({ finish }) => !finish && 'No due date is set.',
  },
  {
    kind: 'scheduled',
    needs: `a ${scheduledTime}`,
    field: 'scheduledminutes',
    fault: ({ scheduled }) => !scheduled && 'No time is scheduled.',
  },
  {
    kind: 'category',
    needs: 'a category',
    field: 'categories',
    fault: ({ categories }) => categories === 0 && 'No category is chosen.',
  },
  {
    kind: 'fields',
    needs: 'all compulsory fields of its categories filled in',
    fault: ({ empty }) => Boolean(empty) && `Not filled in: ${empty}.`,
  },
  {
    kind: 'output',
    needs: 'at least one line of what is made',
    fault: ({ outputs }) => outputs === 0 && 'There is no line of what is made.',
  },
  {
    kind: 'priced',
    needs: 'a price on every billable line',
    fault: ({ unpriced }) => unpriced > 0 && `${lines(unpriced)} without a price.`,
  },
  {
    kind: 'consumed',
    needs: 'something used on every line with an estimate',
    fault: ({ unconsumed }) => unconsumed > 0 && `${lines(unconsumed)} of which nothing is used yet.`,
  },
  {
    kind: 'equipment',
    needs: 'all its equipment marked as processed',
    fault: ({ openassets }) => openassets > 0 && `Equipment not marked as processed: ${openassets}.`,
  },
]

export const findAssertionKind = (kind: string): Kind | undefined =>
  assertionKinds.find((one) => one.kind === kind)

export const assertionSentence = (kind: string): string => findAssertionKind(kind)?.needs ?? kind
