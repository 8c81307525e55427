import type { FieldDeclaration, NamesOf } from '#server/record-fields.ts'
import { fieldLabels } from '#views/field-labels.ts'

/** Money on a job is a sum of its lines, which `withoutMoney` and the history hide: a field would be seen by everybody. */
type JobFieldDeclaration = Exclude<FieldDeclaration, { kind: 'rate' }>

export const jobFields = {
  description: {
    kind: 'text',
    max: 2_000,
    rows: 2,
    label: 'Description',
    copied: true,
    importable: true,
    synonyms: ['beskrywing', 'job description', 'details', 'title', 'ship name'],
  },
  client: {
    kind: 'reference',
    to: 'clients',
    label: 'Client',
    optional: true,
    copied: true,
    importable: true,
  },
  location: {
    kind: 'reference',
    to: 'locations',
    label: 'Location',
    optional: true,
    copied: true,
    importable: true,
    synonyms: [],
  },
  categories: { kind: 'list', of: 'categories', label: 'Categories', optional: true },
  customerreference: {
    kind: 'text',
    max: 120,
    label: fieldLabels.clientorder,
    optional: true,
    copied: true,
    importable: true,
    synonyms: [
      'client’s order',
      'client’s reference',
      'customer reference',
      'client reference',
      'your order',
      'po number',
      'purchase order number',
      'bestelnommer',
    ],
  },
  statenote: {
    kind: 'text',
    max: 2_000,
    rows: 2,
    label: 'Status note',
    hint: 'Why the job stands where it stands.',
    optional: true,
    importable: true,
    synonyms: ['status note'],
  },
  assignee: {
    kind: 'reference',
    to: 'workers',
    label: 'Assignee',
    optional: true,
    copied: true,
    importable: true,
    synonyms: ['assigned to', 'worker', 'technician', 'employee', 'employee id', 'werker'],
  },
  start: {
    kind: 'date',
    label: 'Start',
    optional: true,
    importable: true,
    synonyms: ['start date', 'begin'],
  },
  visittime: {
    kind: 'text',
    max: 60,
    label: fieldLabels.visittime,
    hint: 'Such as 14:30, or between 8 and 10.',
    optional: true,
    importable: true,
    synonyms: ['visit time', 'time of day', 'appointment'],
  },
  finish: {
    kind: 'date',
    label: fieldLabels.due,
    optional: true,
    importable: true,
    synonyms: ['finish', 'due date', 'required date', 'end date', 'deadline', 'keerdatum'],
  },
  scheduledminutes: {
    kind: 'minutes',
    label: fieldLabels.scheduledtime,
    hint: 'How long the work takes, such as 8:00, 8h30, or 90 for minutes.',
    optional: true,
    copied: true,
    importable: true,
    synonyms: ['scheduled minutes', 'scheduled time', 'minutes', 'duration', 'minute'],
  },
  scheduledend: {
    kind: 'date',
    label: fieldLabels.scheduledend,
    hint: 'The last day on which it is planned.',
    optional: true,
    importable: true,
    synonyms: ['scheduled end', 'planned end'],
  },
  division: {
    kind: 'reference',
    to: 'divisions',
    label: 'Division',
    optional: true,
    copied: true,
    importable: true,
    synonyms: [],
  },
  organisation: {
    kind: 'reference',
    to: 'organisations',
    label: 'Organisation',
    optional: true,
    copied: true,
  },
  critical: {
    kind: 'flag',
    label: 'Critical',
    optional: true,
    copied: true,
    importable: true,
    synonyms: ['urgent', 'dringend'],
  },
  fixedprice: {
    kind: 'flag',
    label: 'Fixed price',
    hint: 'The invoice charges the estimate, whatever is used.',
    optional: true,
    copied: true,
  },
  validuntil: { kind: 'date', label: 'Estimate valid until', optional: true },
  acceptedby: {
    kind: 'text',
    max: 120,
    label: 'Estimate accepted by',
    hint: 'Who of the client said yes.',
    optional: true,
  },
  acceptedon: { kind: 'date', label: 'Accepted on', optional: true },
  paid: { kind: 'flag', label: 'Paid', importable: true, synonyms: ['betaal'] },
  /** Rich text, see `server/rich-text.ts`. */
  feedback: { kind: 'text', max: 20_000, rows: 4, label: 'Feedback' },
} as const satisfies Record<string, JobFieldDeclaration>

export type JobFieldName = keyof typeof jobFields
export type OptionalJobField = NamesOf<typeof jobFields, { optional: true }>

export const jobFieldNames = Object.keys(jobFields) as JobFieldName[]
export const optionalJobFields = jobFieldNames.filter(
  (name): name is OptionalJobField => 'optional' in jobFields[name],
)

export const copiedJobFields = jobFieldNames.filter(
  (name): name is NamesOf<typeof jobFields, { copied: true }> => 'copied' in jobFields[name],
)
