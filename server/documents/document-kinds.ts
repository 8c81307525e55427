import { forbidden, notFound } from '#server/errors.ts'

type Kind = {
  name: string
  label: string
  /** Undefined where the law or a label of the account says it. */
  title?: string
  /** The account's own texts that it has a place for; what the VAT Act asks of an invoice is not among them. */
  texts: readonly ('intro' | 'terms' | 'foot')[]
  canhide: boolean
  record: 'job' | 'joblist' | 'invoice' | 'delivery' | 'statement' | 'purchaseorder'
  /** Shows prices whoever prints it, who therefore needs `jobs.money`. */
  priced?: true
  /** Which terms of the organisation stand on it. */
  terms?: 'estimateterms' | 'invoiceterms' | 'poterms'
  /** Shows what lies where, which changes without its record. */
  stock?: true
  /** What `?vs=` may ask for, and what each adds to the name of the file. */
  versions?: Readonly<Record<string, string>>
  /** What the Exports drawer of a job calls it, where the specification does, and which versions it offers there. */
  drawer?: { name: string; versions?: readonly string[] }
}

export const documentKinds = [
  {
    name: 'estimate',
    label: 'Estimate',
    title: 'Estimate',
    texts: ['intro', 'terms', 'foot'],
    canhide: true,
    record: 'job',
    priced: true,
    terms: 'estimateterms',
    versions: { detailed: '', summary: ' summary' },
    drawer: { name: 'Estimate', versions: ['detailed', 'summary'] },
  },
  {
    name: 'proforma',
    label: 'Pro forma',
    title: 'Pro forma invoice',
    texts: ['intro', 'terms', 'foot'],
    canhide: true,
    record: 'job',
    priced: true,
    terms: 'invoiceterms',
    drawer: { name: 'Pro Forma' },
  },
  {
    name: 'card',
    label: 'Job card',
    title: 'Job card',
    texts: ['intro', 'terms', 'foot'],
    canhide: true,
    record: 'job',
    versions: { default: '', custom: '' },
    drawer: { name: 'Card', versions: ['default', 'custom'] },
  },
  {
    name: 'pickinglist',
    label: 'Picking list',
    title: 'Picking list',
    texts: ['intro', 'foot'],
    canhide: true,
    record: 'job',
    stock: true,
  },
  {
    name: 'invoice',
    label: 'Invoice',
    texts: ['intro', 'terms', 'foot'],
    canhide: false,
    record: 'invoice',
    terms: 'invoiceterms',
  },
  {
    name: 'deposit',
    label: 'Deposit request',
    title: 'Deposit request',
    texts: ['intro', 'terms', 'foot'],
    canhide: false,
    record: 'invoice',
  },
  {
    name: 'deliverynote',
    label: 'Delivery note',
    title: 'Delivery note',
    texts: ['intro', 'terms', 'foot'],
    canhide: false,
    record: 'delivery',
  },
  {
    name: 'purchaseorder',
    label: 'Purchase order',
    title: 'Purchase order',
    texts: ['intro', 'terms', 'foot'],
    canhide: false,
    record: 'purchaseorder',
    terms: 'poterms',
  },
  { name: 'reminder', label: 'First reminder', texts: ['intro'], canhide: false, record: 'statement' },
  { name: 'secondreminder', label: 'Second reminder', texts: ['intro'], canhide: false, record: 'statement' },
  { name: 'finalreminder', label: 'Final reminder', texts: ['intro'], canhide: false, record: 'statement' },
  { name: 'joblist', label: 'Job list', texts: ['foot'], canhide: true, record: 'joblist' },
] as const satisfies readonly Kind[]

type Declared = (typeof documentKinds)[number]
export type DocumentKind = Declared['name']
export type ReminderKind = Extract<Declared, { record: 'statement' }>['name']
export type JobDocumentKind = Extract<Declared, { record: 'job' }>['name']
export type DeclaredKind = Kind & { name: DocumentKind }
export type PrintableKind = Pick<DeclaredKind, 'name' | 'label' | 'record' | 'drawer'>

export const jobDocumentKinds = documentKinds.flatMap(({ name, record }) => (record === 'job' ? [name] : []))

/** The words of a mail, which no paper shows. */
export const isReminder = (name: DocumentKind): name is ReminderKind =>
  findDocumentKind(name).record === 'statement'

/** @throws 404 for what is no document */
export function findDocumentKind(name: string): DeclaredKind {
  const kind = (documentKinds as readonly DeclaredKind[]).find((one) => one.name === name)
  if (!kind) throw notFound('document')
  return kind
}

export const mayPrint = (claims: ReadonlySet<string>, kind: DocumentKind) =>
  !findDocumentKind(kind).priced || claims.has('jobs.money')

/** @throws 403 for prices that the person may not see */
export function checkMayPrint(claims: ReadonlySet<string>, kind: DocumentKind) {
  if (!mayPrint(claims, kind)) throw forbidden()
}
