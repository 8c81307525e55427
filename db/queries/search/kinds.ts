import { REMOVED } from '#db/job-status.ts'
import { itemNameSql } from '#db/queries/names.ts'

export type SearchKind = {
  /** As the triggers of the migration have it: the first part of each id. */
  number: number
  table: string
  title: string
  words: string
  /** The record as `r`, and what must hold of it. */
  join: string
  where: string
  /** Its board, location and status, where they are not those of the job `j`. */
  place?: string
}

/** What follows the unit separator is searched and not shown. */
export const UNSHOWN = '\u001f'
const contact = (before: string[], after: string[] = []) =>
  `concat_ws(char(10), ${[...before, 'r.city', 'r.contactname', 'r.contactnumber'].join(', ')}, char(31) || concat_ws(' ', ${['r.contactemail', 'r.addressline1', "replace(r.contactnumber, ' ', '')", ...after].join(', ')}))`
const listed = (table: string) => ({
  table,
  join: `CROSS JOIN ${table} AS r ON r.id = w.recordid`,
  where: 'r.archived = 0',
})

const isSeenAt = (record: string) =>
  `(?3 IS NULL OR ${record}.boardid IN (SELECT value FROM json_each(?3))) AND (?4 IS NULL OR ${record}.location IN (SELECT value FROM json_each(?4)))`
const seenJob = `(j.template = 0 AND (j.status <> ${REMOVED} OR ?5 AND j.statusbefore IS NOT NULL) AND ${isSeenAt('j')})`
const noJob = 'NULL AS boardid, NULL AS location, NULL AS status'
export const jobPlace = { none: noJob, known: 'j.boardid, j.location, j.status' }

export const searchKinds = {
  job: {
    number: 1,
    table: 'jobs',
    title: 'r.reference',
    words: 'concat_ws(char(10), r.description, r.customerreference)',
    join: 'CROSS JOIN jobs AS j ON j.id = w.recordid',
    where: seenJob,
  },
  client: {
    number: 2,
    ...listed('clients'),
    title: 'r.name',
    words: contact(['r.code'], ['r.vatnumber', 'r.registrationnumber']),
  },
  item: {
    number: 3,
    ...listed('inventory'),
    title: itemNameSql('r'),
    words: "concat_ws(char(10), r.code, r.make || ' ' || r.model, r.materialcode, r.barcode)",
  },
  location: {
    number: 4,
    ...listed('locations'),
    title: 'r.name',
    words: contact([]),
  },
  supplier: {
    number: 5,
    ...listed('suppliers'),
    title: 'r.name',
    words: contact(['r.code'], ['r.vatnumber']),
  },
  invoice: {
    number: 6,
    table: 'invoices',
    title: "coalesce(r.number, 'Draft')",
    words: "concat_ws(char(10), r.reference, iif(r.state <> 'draft', r.snapshot ->> '$.client.name', NULL))",
    join: 'CROSS JOIN invoices AS r ON r.id = w.recordid CROSS JOIN jobs AS j ON j.id = r.jobid',
    where: isSeenAt('j'),
  },
  equipment: {
    number: 7,
    ...listed('equipment'),
    title: 'r.name',
    words: 'concat_ws(char(10), r.code, r.barcode, r.model, r.serial)',
  },
  file: {
    number: 8,
    table: 'documents',
    title: 'r.filename',
    words: `concat_ws(char(10), nullif(r.original, r.filename), r."group")`,
    join: "CROSS JOIN documents AS r ON r.id = w.recordid LEFT JOIN jobs AS j ON r.entity = 'jobs' AND j.id = r.referenceid LEFT JOIN deliveries AS d ON r.entity = 'deliveries' AND d.id = r.referenceid",
    place:
      'coalesce(j.boardid, d.boardid) AS boardid, coalesce(j.location, d.location) AS location, j.status AS status',
    where: `r.archived = 0 AND r.entity IN (SELECT value FROM json_each(?6)) AND (r.entity <> 'jobs' OR ${seenJob}) AND (r.entity <> 'deliveries' OR (${isSeenAt('d')}))`,
  },
  worker: {
    number: 9,
    ...listed('workers'),
    title: 'r.name',
    words: 'concat_ws(char(10), r.title, r.code)',
  },
  delivery: {
    number: 10,
    table: 'deliveries',
    title: "coalesce(r.number, 'Draft')",
    words:
      "concat_ws(char(10), r.reference, r.waybill, r.carrier, r.receivedby, iif(r.state <> 'draft', r.snapshot ->> '$.client.name', NULL))",
    join: 'CROSS JOIN deliveries AS r ON r.id = w.recordid',
    place: 'r.boardid, r.location, NULL AS status',
    where: isSeenAt('r'),
  },
  purchaseorder: {
    number: 11,
    table: 'purchaseorders',
    title: "coalesce(r.number, 'Draft')",
    words:
      "concat_ws(char(10), r.reference, iif(r.sentutc IS NOT NULL, r.snapshot ->> '$.supplier.name', NULL))",
    join: 'CROSS JOIN purchaseorders AS r ON r.id = w.recordid',
    where: 'r.archived = 0',
  },
  supplierinvoice: {
    number: 12,
    table: 'supplierinvoices',
    title: 'r.number',
    words: 'concat_ws(char(10), (SELECT s.name FROM suppliers AS s WHERE s.id = r.supplier), r.note)',
    join: 'CROSS JOIN supplierinvoices AS r ON r.id = w.recordid',
    where: 'TRUE',
  },
} satisfies Record<string, SearchKind>

/** Ids of the search's rows, each kind with a range of its own: the kind is an id's first part. */
const KIND_BITS = 40

/** First and last. */
export const idRange = ({ number }: { number: number }): [first: number, last: number] => [
  number * 2 ** KIND_BITS,
  (number + 1) * 2 ** KIND_BITS - 1,
]

export type SearchKindName = keyof typeof searchKinds
