import {
  firstOrganisation,
  jobForPrint,
  type OrganisationRow,
  organisationById,
} from '#db/queries/documents.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { addJobCardTexts, addPriceDocumentTexts } from '#server/documents/add-texts.ts'
import { type DocumentKind, findDocumentKind, type ReminderKind } from '#server/documents/document-kinds.ts'
import { isNumbered } from '#server/documents/numbering.ts'
import { organisationParty, type PrintedOrganisation } from '#server/documents/parties.ts'
import type { PrintableDocument } from '#server/documents/print.ts'
import type { DocumentTexts } from '#server/documents/texts.ts'
import { buildJobCard } from '#server/domains/work/jobdocuments/build-job-card.ts'
import { buildPickingList } from '#server/domains/work/jobdocuments/build-picking-list.ts'
import { buildPriceDocument } from '#server/domains/work/jobdocuments/build-price-document.ts'
import { estimateValidUntil } from '#server/domains/work/jobs/estimate-validity.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { lineAmounts, totals } from '#server/money/amounts.ts'
import { asPercent, asQuantity, asRate } from '#server/money/decimal.ts'
import { dueDate } from '#server/money/payment-days.ts'
import { isVendor, noTax, noVendor, resolveVatRate } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'
import type { CardData, DocumentLine, Party } from '#views/documents/types.ts'

const client: Party = {
  name: 'Sample Client (Pty) Ltd',
  addresslines: ['12 Example Street', 'Cape Town 8001'],
  contactname: 'A. Client',
}

const work: readonly [description: string, quantity: number, rate: number][] = [
  ['Shop sign, aluminium composite, 2 400 × 600 mm', 1, 3_250],
  ['Fitting on site, two people', 4, 480],
  ['Travelling', 36, 6.5],
]

type Asked = {
  kind: Exclude<DocumentKind, ReminderKind>
  words: DocumentTexts
  jobid?: string
  organisationid?: string
}

/** An invoice is shown without a number, as the draft that it would be. @throws 404 for a job they do not see */
export function sampleDocument(
  db: TenantDb,
  viewer: Viewer,
  { kind, words, jobid, organisationid }: Asked,
): PrintableDocument {
  const row = (organisationid && organisationById(db, organisationid)) || (firstOrganisation(db) ?? undefined)
  const print = jobid ? jobForPrint(db, visibleJob(db, viewer, jobid).id) : undefined
  if (kind === 'joblist') return joblist(db, row, words)
  if (kind === 'card') {
    const data = print && row ? buildJobCard(db, print, row) : sampleCard(db, row)
    return { document: 'card', data: addJobCardTexts(data, words) }
  }
  if (kind === 'pickinglist') {
    const data = print && row ? buildPickingList(db, viewer, print, row) : samplePickingList(db, row)
    return { document: 'pickinglist', data: addJobCardTexts(data, words) }
  }
  if (kind === 'deliverynote')
    return { document: kind, data: addJobCardTexts(sampleDeliveryNote(db, row), words) }
  if (kind === 'purchaseorder')
    return { document: kind, data: addPriceDocumentTexts(samplePurchaseOrder(db, row), words, row?.poterms) }
  const date = readToday(db)
  if (kind === 'deposit')
    return { document: 'invoice', data: addPriceDocumentTexts(sampleDeposit(row, date), words) }
  const document =
    print && row
      ? buildPriceDocument(db, print, row, { basis: 'quoted', date })
      : samplePriceDocument(row, date)
  const { terms } = findDocumentKind(kind)
  const reference = print?.job.reference ?? 'J1001'
  const named = isNumbered(kind) ? { reference } : { number: reference }
  const days = row && lastDays(kind, row, date)
  const data = addPriceDocumentTexts({ ...document, ...named, ...days }, words, terms && row?.[terms])
  return { document: kind, data }
}

/** As the terms of the organisation have them: whoever sees them here writes no others into a text. */
function lastDays(kind: DocumentKind, row: OrganisationRow, date: string) {
  if (kind === 'estimate') return { validuntil: estimateValidUntil({ validuntil: null }, row, date) }
  return isNumbered(kind) ? { duedate: dueDate(date, row, null) } : {}
}

const letterhead = (row: OrganisationRow | undefined): PrintedOrganisation =>
  row
    ? organisationParty(row)
    : { name: 'Your organisation', addresslines: ['Your address'], logofile: null, vatnumber: '' }

function samplePriceDocument(row: OrganisationRow | undefined, date: string) {
  const vatrate = resolveVatRate({ organisation: row ?? noVendor, date }, noTax)
  const amounts = work.map(([, quantity, rate]) =>
    lineAmounts({
      quantity: asQuantity(quantity * 1_000_000),
      rate: asRate(rate * 10_000),
      discount: asPercent(0),
      vatrate,
    }),
  )
  const lines = work.map(([description, quantity, rate], at): DocumentLine => {
    const { net, vat, total } = amounts[at] as (typeof amounts)[number]
    return {
      description,
      quantity: quantity * 1_000_000,
      unit: '',
      rate: rate * 10_000,
      vatrate,
      net,
      vat,
      total,
    }
  })
  return {
    organisation: letterhead(row),
    client,
    date,
    subject: 'New sign above the entrance',
    lines,
    totals: totals(amounts),
  }
}

function sampleDeposit(row: OrganisationRow | undefined, date: string) {
  const total = 250_000
  return {
    organisation: { ...letterhead(row), vatnumber: '' },
    ...{ client, date, number: 'DEP-0001', reference: 'J1001', subject: 'New sign above the entrance' },
    lines: [
      {
        description: 'Deposit of 50\u00a0% on job J1001, which is estimated at R\u00a05\u00a0000,00',
        ...{ quantity: 1_000_000, rate: total * 100, vatrate: 0, net: total, vat: 0, total },
      },
    ],
    totals: { net: total, vat: 0, total, byrate: [] },
    deposit: { vendor: row !== undefined && isVendor(row) },
  }
}

function sampleCard(db: TenantDb, row: OrganisationRow | undefined) {
  const card: Omit<CardData, 'organisation'> = {
    client,
    reference: 'J1001',
    date: readToday(db),
    description: 'New sign above the entrance',
    fields: [],
    steps: [
      { name: 'Print and cut', instruction: 'Check the colours against the proof.' },
      { name: 'Fit on site', instruction: 'Two people, ladder and drill.' },
    ],
    input: [{ description: 'Aluminium composite sheet', estimated: 1_000_000 }],
    output: work.map(([description, quantity]) => ({ description, estimated: quantity * 1_000_000 })),
  }
  return { ...card, organisation: letterhead(row) }
}

const samplePickingList = (db: TenantDb, row: OrganisationRow | undefined) => ({
  client,
  reference: 'J1001',
  date: readToday(db),
  description: 'New sign above the entrance',
  stock: true,
  lines: [
    { place: 'Rack 2', description: 'Aluminium composite sheet', topick: 2_000_000, onhand: 14_000_000 },
    {
      ...{ place: 'Shelf 4', description: 'Rivets 4 mm', detail: 'Short: 8. Elsewhere: 500 at Yard' },
      ...{ topick: 40_000_000, onhand: 32_000_000 },
    },
  ],
  organisation: letterhead(row),
})

const sampleDeliveryNote = (db: TenantDb, row: OrganisationRow | undefined) => ({
  organisation: letterhead(row),
  client,
  date: readToday(db),
  reference: 'Ramp 2, ring the bell',
  waybill: 'WB 20417',
  carrier: 'Own van',
  order: 'PO 4711',
  jobs: 'J1001',
  consignment: '',
  lines: work.slice(0, 1).map(([description, quantity]) => ({
    description,
    job: 'J1001',
    quantity: quantity * 1_000_000,
    piece: 'Crate 7',
  })),
})

function joblist(db: TenantDb, row: OrganisationRow | undefined, { foot }: DocumentTexts): PrintableDocument {
  const today = readToday(db)
  const one = { client: client.name, status: 'Review', assignee: 'Sipho', duedate: today }
  return {
    document: 'joblist',
    data: {
      organisation: letterhead(row),
      title: 'Jobs',
      printed: today,
      foot,
      rows: work.map(([description], at) => ({ ...one, reference: `J${1001 + at}`, description })),
    },
  }
}

function samplePurchaseOrder(db: TenantDb, row: OrganisationRow | undefined) {
  const [quantity, rate] = [asQuantity(6_000_000), asRate(8_950_000)]
  const { net } = lineAmounts({ quantity, rate, vatrate: asPercent(0) })
  return {
    organisation: letterhead(row),
    supplier: { ...client, name: 'Sample Supplier (Pty) Ltd' },
    date: readToday(db),
    reference: 'Quote 2217',
    note: 'Please ring before you deliver.',
    lines: [
      {
        description: 'Aluminium composite',
        detail: 'Sheets of 3 mm',
        code: 'ACP-3',
        unit: 'sheet',
        discount: 0,
      },
    ].map((line) => ({ ...line, quantity, rate, net })),
    total: net,
  }
}
